// Linux's calls for access control lists and names of files, which Swift's Glibc module does not include. They are
// declared here, because the system's headers would also declare types that Swift then finds in two modules.
#ifndef SLUICE_CFILES_SHIM_H
#define SLUICE_CFILES_SHIM_H

#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/syscall.h>

// `ssize_t`, without its header.
typedef __INTPTR_TYPE__ sluice_count;

extern sluice_count fgetxattr(int, const char *_Nonnull, void *_Nullable, size_t);
extern sluice_count getxattr(const char *_Nonnull, const char *_Nonnull, void *_Nullable, size_t);
extern int fsetxattr(int, const char *_Nonnull, const void *_Nullable, size_t, int);
extern int fremovexattr(int, const char *_Nonnull);
extern long syscall(long, ...);

#define SLUICE_ACL "system.posix_acl_access"

/// Reads the access control list of an open file. With a size of 0, only its size is returned.
static inline sluice_count sluice_acl_get(int descriptor, void *_Nullable bytes, size_t size) {
  return fgetxattr(descriptor, SLUICE_ACL, bytes, size);
}

/// The same for a path, whose links are followed.
static inline sluice_count sluice_acl_get_at(const char *_Nonnull path, void *_Nullable bytes, size_t size) {
  return getxattr(path, SLUICE_ACL, bytes, size);
}

static inline int sluice_acl_set(int descriptor, const void *_Nullable bytes, size_t size) {
  return fsetxattr(descriptor, SLUICE_ACL, bytes, size, 0);
}

static inline int sluice_acl_remove(int descriptor) { return fremovexattr(descriptor, SLUICE_ACL); }

/// Renames a file in one step, unless the new name is taken (RENAME_NOREPLACE).
static inline int sluice_rename_if_free(const char *_Nonnull path, const char *_Nonnull new_path) {
#ifdef SYS_renameat2
  const int current_folder = -100;
  return (int)syscall(SYS_renameat2, current_folder, path, current_folder, new_path, 1u);
#else
  errno = ENOSYS;
  return -1;
#endif
}

#define SLUICE_ATTRIBUTE_APPEND 0x20
#define SLUICE_ATTRIBUTE_MOUNT_ROOT 0x2000

/// Returns the attributes of a file (`stx_attributes`), whose links are not followed, or 0 if they are unknown.
static inline int64_t sluice_attributes(const char *_Nonnull path) {
#ifdef SYS_statx
  // `struct statx` has 256 bytes, of which the second eight are the attributes.
  uint64_t status[32] = {0};
  const int current_folder = -100, no_follow = 0x100;
  return syscall(SYS_statx, current_folder, path, no_follow, 0u, status) == 0 ? (int64_t)status[1] : 0;
#else
  return 0;
#endif
}

#endif
