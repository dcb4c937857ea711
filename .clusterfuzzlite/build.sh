#!/bin/bash -eu
# Builds the fuzz targets into $OUT, as OSS-Fuzz and ClusterFuzzLite expect them.
# `make fuzz COMMAND=fleet` runs this, and checks
# what it writes as their runner does.

if [ "$FUZZING_ENGINE $SANITIZER $LIB_FUZZING_ENGINE" != "libfuzzer address -fsanitize=fuzzer" ]; then
  echo "only libFuzzer with the address sanitizer is supported" >&2
  exit 1
fi
# The image sets those of another clang than Swift's, which links its own libFuzzer.
unset CC CXX CFLAGS CXXFLAGS
# A symbolizer that knows Swift's names, where the image has one.
symbolizer=/usr/local/bin/llvm-symbolizer-swift
if [ -x "$symbolizer" ]; then cp "$symbolizer" "$OUT/llvm-symbolizer"; fi

python3 "$SRC/sluice/Fuzz/fuzz.py" fleet-write --out "$OUT"
