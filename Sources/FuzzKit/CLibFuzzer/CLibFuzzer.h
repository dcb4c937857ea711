#ifndef SLUICE_CLIBFUZZER_H
#define SLUICE_CLIBFUZZER_H

#include <stddef.h>
#include <stdint.h>

// libFuzzer's own mutations. Other engines, such as AFL++, do not have the function.
__attribute__((weak)) size_t LLVMFuzzerMutate(uint8_t *bytes, size_t count, size_t maximumCount);

// Changes the bytes in place, and returns their new count. Without libFuzzer, nothing is changed.
static inline size_t sluice_libfuzzer_mutate(uint8_t *bytes, size_t count, size_t maximumCount) {
  return LLVMFuzzerMutate ? LLVMFuzzerMutate(bytes, count, maximumCount) : count;
}

// Returns whether the program is linked with libFuzzer.
static inline int sluice_has_libfuzzer(void) { return LLVMFuzzerMutate != 0; }

// The program's own functions.
__attribute__((weak)) int LLVMFuzzerInitialize(int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull arguments);
int LLVMFuzzerTestOneInput(const uint8_t *_Nullable bytes, size_t count);

// The loop of an engine that is linked as a library, such as AFL++'s.
__attribute__((weak)) int LLVMFuzzerRunDriver(
    int *_Nonnull count, char *_Nullable *_Nonnull *_Nonnull arguments,
    int (*_Nonnull run)(const uint8_t *_Nullable bytes, size_t count));

// Runs the engine, and returns its exit code, or -1 if there is none. Then, the program is only initialized.
static inline int sluice_run_engine(int count, char *_Nullable *_Nonnull arguments) {
  if (LLVMFuzzerRunDriver) return LLVMFuzzerRunDriver(&count, &arguments, LLVMFuzzerTestOneInput);
  if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&count, &arguments);
  return -1;
}

#endif
