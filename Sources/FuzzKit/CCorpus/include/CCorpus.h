#ifndef CCORPUS_H
#define CCORPUS_H

#include <stddef.h>

/// A file of Corpus/portable, as it was when this was compiled.
struct corpus_file {
  /// The path within Corpus/portable, such as "json/array-empty".
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// All files, sorted by path.
extern const struct corpus_file *const corpus_files;
extern const size_t corpus_file_count;

#endif
