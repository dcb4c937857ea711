// Written by `make corpus`. Do not edit.

#pragma clang diagnostic ignored "-Wc23-extensions"

#include "CCorpus.h"

static const unsigned char file0[] = {
#embed "../../../Corpus/portable/content-disposition.dict" if_empty(0)
};
static const unsigned char file1[] = {
#embed "../../../Corpus/portable/content-disposition/attachment" if_empty(0)
};
static const unsigned char file2[] = {
#embed "../../../Corpus/portable/content-disposition/backslash-at-end" if_empty(0)
};
static const unsigned char file3[] = {
#embed "../../../Corpus/portable/content-disposition/behind-quotes" if_empty(0)
};
static const unsigned char file4[] = {
#embed "../../../Corpus/portable/content-disposition/blanks" if_empty(0)
};
static const unsigned char file5[] = {
#embed "../../../Corpus/portable/content-disposition/control" if_empty(0)
};
static const unsigned char file6[] = {
#embed "../../../Corpus/portable/content-disposition/control-escaped" if_empty(0)
};
static const unsigned char file7[] = {
#embed "../../../Corpus/portable/content-disposition/device" if_empty(0)
};
static const unsigned char file8[] = {
#embed "../../../Corpus/portable/content-disposition/dots" if_empty(0)
};
static const unsigned char file9[] = {
#embed "../../../Corpus/portable/content-disposition/dots-and-hyphens" if_empty(0)
};
static const unsigned char file10[] = {
#embed "../../../Corpus/portable/content-disposition/empty" if_empty(0)
};
static const unsigned char file11[] = {
#embed "../../../Corpus/portable/content-disposition/escaped" if_empty(0)
};
static const unsigned char file12[] = {
#embed "../../../Corpus/portable/content-disposition/escaped-quotes" if_empty(0)
};
static const unsigned char file13[] = {
#embed "../../../Corpus/portable/content-disposition/escaped-quotes-before-semicolon" if_empty(0)
};
static const unsigned char file14[] = {
#embed "../../../Corpus/portable/content-disposition/escaped-quotes-none" if_empty(0)
};
static const unsigned char file15[] = {
#embed "../../../Corpus/portable/content-disposition/extended" if_empty(0)
};
static const unsigned char file16[] = {
#embed "../../../Corpus/portable/content-disposition/extended-bad-character" if_empty(0)
};
static const unsigned char file17[] = {
#embed "../../../Corpus/portable/content-disposition/extended-latin-1" if_empty(0)
};
static const unsigned char file18[] = {
#embed "../../../Corpus/portable/content-disposition/extended-line-break" if_empty(0)
};
static const unsigned char file19[] = {
#embed "../../../Corpus/portable/content-disposition/extended-no-quotes" if_empty(0)
};
static const unsigned char file20[] = {
#embed "../../../Corpus/portable/content-disposition/extended-not-utf8" if_empty(0)
};
static const unsigned char file21[] = {
#embed "../../../Corpus/portable/content-disposition/extended-nul" if_empty(0)
};
static const unsigned char file22[] = {
#embed "../../../Corpus/portable/content-disposition/extended-one-quote" if_empty(0)
};
static const unsigned char file23[] = {
#embed "../../../Corpus/portable/content-disposition/extended-other-charset" if_empty(0)
};
static const unsigned char file24[] = {
#embed "../../../Corpus/portable/content-disposition/extended-percent-alone" if_empty(0)
};
static const unsigned char file25[] = {
#embed "../../../Corpus/portable/content-disposition/form" if_empty(0)
};
static const unsigned char file26[] = {
#embed "../../../Corpus/portable/content-disposition/form-backslash" if_empty(0)
};
static const unsigned char file27[] = {
#embed "../../../Corpus/portable/content-disposition/form-control" if_empty(0)
};
static const unsigned char file28[] = {
#embed "../../../Corpus/portable/content-disposition/form-extended-ignored" if_empty(0)
};
static const unsigned char file29[] = {
#embed "../../../Corpus/portable/content-disposition/form-line-break" if_empty(0)
};
static const unsigned char file30[] = {
#embed "../../../Corpus/portable/content-disposition/form-percent" if_empty(0)
};
static const unsigned char file31[] = {
#embed "../../../Corpus/portable/content-disposition/form-two-backslashes" if_empty(0)
};
static const unsigned char file32[] = {
#embed "../../../Corpus/portable/content-disposition/home-folder" if_empty(0)
};
static const unsigned char file33[] = {
#embed "../../../Corpus/portable/content-disposition/inline" if_empty(0)
};
static const unsigned char file34[] = {
#embed "../../../Corpus/portable/content-disposition/long-extension" if_empty(0)
};
static const unsigned char file35[] = {
#embed "../../../Corpus/portable/content-disposition/long-name" if_empty(0)
};
static const unsigned char file36[] = {
#embed "../../../Corpus/portable/content-disposition/long-name-of-a-device" if_empty(0)
};
static const unsigned char file37[] = {
#embed "../../../Corpus/portable/content-disposition/no-type" if_empty(0)
};
static const unsigned char file38[] = {
#embed "../../../Corpus/portable/content-disposition/no-value" if_empty(0)
};
static const unsigned char file39[] = {
#embed "../../../Corpus/portable/content-disposition/no-value-token" if_empty(0)
};
static const unsigned char file40[] = {
#embed "../../../Corpus/portable/content-disposition/nul" if_empty(0)
};
static const unsigned char file41[] = {
#embed "../../../Corpus/portable/content-disposition/option" if_empty(0)
};
static const unsigned char file42[] = {
#embed "../../../Corpus/portable/content-disposition/path" if_empty(0)
};
static const unsigned char file43[] = {
#embed "../../../Corpus/portable/content-disposition/quotes-not-closed" if_empty(0)
};
static const unsigned char file44[] = {
#embed "../../../Corpus/portable/content-disposition/token-file-name" if_empty(0)
};
static const unsigned char file45[] = {
#embed "../../../Corpus/portable/content-disposition/twice" if_empty(0)
};
static const unsigned char file46[] = {
#embed "../../../Corpus/portable/content-disposition/umlaut" if_empty(0)
};
static const unsigned char file47[] = {
#embed "../../../Corpus/portable/content-disposition/upper-case" if_empty(0)
};
static const unsigned char file48[] = {
#embed "../../../Corpus/portable/content-disposition/windows-path" if_empty(0)
};
static const unsigned char file49[] = {
#embed "../../../Corpus/portable/content-disposition/writing-direction" if_empty(0)
};
static const unsigned char file50[] = {
#embed "../../../Corpus/portable/found.jsonl" if_empty(0)
};
static const unsigned char file51[] = {
#embed "../../../Corpus/portable/gzip.dict" if_empty(0)
};
static const unsigned char file52[] = {
#embed "../../../Corpus/portable/gzip/bomb" if_empty(0)
};
static const unsigned char file53[] = {
#embed "../../../Corpus/portable/gzip/cut-in-data" if_empty(0)
};
static const unsigned char file54[] = {
#embed "../../../Corpus/portable/gzip/cut-in-header" if_empty(0)
};
static const unsigned char file55[] = {
#embed "../../../Corpus/portable/gzip/cut-in-trailer" if_empty(0)
};
static const unsigned char file56[] = {
#embed "../../../Corpus/portable/gzip/empty" if_empty(0)
};
static const unsigned char file57[] = {
#embed "../../../Corpus/portable/gzip/header-checksum" if_empty(0)
};
static const unsigned char file58[] = {
#embed "../../../Corpus/portable/gzip/header-checksum-wrong" if_empty(0)
};
static const unsigned char file59[] = {
#embed "../../../Corpus/portable/gzip/header-name-comment-extra" if_empty(0)
};
static const unsigned char file60[] = {
#embed "../../../Corpus/portable/gzip/member-then-half-magic" if_empty(0)
};
static const unsigned char file61[] = {
#embed "../../../Corpus/portable/gzip/member-then-zeros" if_empty(0)
};
static const unsigned char file62[] = {
#embed "../../../Corpus/portable/gzip/no-header" if_empty(0)
};
static const unsigned char file63[] = {
#embed "../../../Corpus/portable/gzip/one-byte" if_empty(0)
};
static const unsigned char file64[] = {
#embed "../../../Corpus/portable/gzip/reserved-flags" if_empty(0)
};
static const unsigned char file65[] = {
#embed "../../../Corpus/portable/gzip/stored" if_empty(0)
};
static const unsigned char file66[] = {
#embed "../../../Corpus/portable/gzip/text" if_empty(0)
};
static const unsigned char file67[] = {
#embed "../../../Corpus/portable/gzip/then-garbage" if_empty(0)
};
static const unsigned char file68[] = {
#embed "../../../Corpus/portable/gzip/two-members" if_empty(0)
};
static const unsigned char file69[] = {
#embed "../../../Corpus/portable/gzip/unknown-method" if_empty(0)
};
static const unsigned char file70[] = {
#embed "../../../Corpus/portable/gzip/wrong-checksum" if_empty(0)
};
static const unsigned char file71[] = {
#embed "../../../Corpus/portable/gzip/wrong-length" if_empty(0)
};
static const unsigned char file72[] = {
#embed "../../../Corpus/portable/gzip/zeros-then-garbage" if_empty(0)
};
static const unsigned char file73[] = {
#embed "../../../Corpus/portable/http-date.dict" if_empty(0)
};
static const unsigned char file74[] = {
#embed "../../../Corpus/portable/http-date/asctime" if_empty(0)
};
static const unsigned char file75[] = {
#embed "../../../Corpus/portable/http-date/asctime-two-digits" if_empty(0)
};
static const unsigned char file76[] = {
#embed "../../../Corpus/portable/http-date/blanks-around" if_empty(0)
};
static const unsigned char file77[] = {
#embed "../../../Corpus/portable/http-date/day-0" if_empty(0)
};
static const unsigned char file78[] = {
#embed "../../../Corpus/portable/http-date/empty" if_empty(0)
};
static const unsigned char file79[] = {
#embed "../../../Corpus/portable/http-date/four-digit-year-in-rfc-850" if_empty(0)
};
static const unsigned char file80[] = {
#embed "../../../Corpus/portable/http-date/fraction" if_empty(0)
};
static const unsigned char file81[] = {
#embed "../../../Corpus/portable/http-date/full-day-name-with-comma" if_empty(0)
};
static const unsigned char file82[] = {
#embed "../../../Corpus/portable/http-date/hour-24" if_empty(0)
};
static const unsigned char file83[] = {
#embed "../../../Corpus/portable/http-date/imf" if_empty(0)
};
static const unsigned char file84[] = {
#embed "../../../Corpus/portable/http-date/last-year" if_empty(0)
};
static const unsigned char file85[] = {
#embed "../../../Corpus/portable/http-date/leap-day" if_empty(0)
};
static const unsigned char file86[] = {
#embed "../../../Corpus/portable/http-date/leap-second" if_empty(0)
};
static const unsigned char file87[] = {
#embed "../../../Corpus/portable/http-date/lower-case" if_empty(0)
};
static const unsigned char file88[] = {
#embed "../../../Corpus/portable/http-date/no-day-name" if_empty(0)
};
static const unsigned char file89[] = {
#embed "../../../Corpus/portable/http-date/no-leap-day" if_empty(0)
};
static const unsigned char file90[] = {
#embed "../../../Corpus/portable/http-date/no-such-day" if_empty(0)
};
static const unsigned char file91[] = {
#embed "../../../Corpus/portable/http-date/one-digit-day" if_empty(0)
};
static const unsigned char file92[] = {
#embed "../../../Corpus/portable/http-date/other-zone" if_empty(0)
};
static const unsigned char file93[] = {
#embed "../../../Corpus/portable/http-date/rfc-850" if_empty(0)
};
static const unsigned char file94[] = {
#embed "../../../Corpus/portable/http-date/rfc-850-two-parts" if_empty(0)
};
static const unsigned char file95[] = {
#embed "../../../Corpus/portable/http-date/seconds" if_empty(0)
};
static const unsigned char file96[] = {
#embed "../../../Corpus/portable/http-date/seconds-0" if_empty(0)
};
static const unsigned char file97[] = {
#embed "../../../Corpus/portable/http-date/seconds-largest" if_empty(0)
};
static const unsigned char file98[] = {
#embed "../../../Corpus/portable/http-date/seconds-many" if_empty(0)
};
static const unsigned char file99[] = {
#embed "../../../Corpus/portable/http-date/seconds-negative" if_empty(0)
};
static const unsigned char file100[] = {
#embed "../../../Corpus/portable/http-date/seconds-with-sign" if_empty(0)
};
static const unsigned char file101[] = {
#embed "../../../Corpus/portable/http-date/signs-in-numbers" if_empty(0)
};
static const unsigned char file102[] = {
#embed "../../../Corpus/portable/http-date/too-long" if_empty(0)
};
static const unsigned char file103[] = {
#embed "../../../Corpus/portable/http-date/two-digit-year-69" if_empty(0)
};
static const unsigned char file104[] = {
#embed "../../../Corpus/portable/http-date/two-digit-year-70" if_empty(0)
};
static const unsigned char file105[] = {
#embed "../../../Corpus/portable/http-date/wrong-day-name" if_empty(0)
};
static const unsigned char file106[] = {
#embed "../../../Corpus/portable/http-date/year-0" if_empty(0)
};
static const unsigned char file107[] = {
#embed "../../../Corpus/portable/http-head.dict" if_empty(0)
};
static const unsigned char file108[] = {
#embed "../../../Corpus/portable/http-head/blanks-around-value" if_empty(0)
};
static const unsigned char file109[] = {
#embed "../../../Corpus/portable/http-head/carriage-return-within" if_empty(0)
};
static const unsigned char file110[] = {
#embed "../../../Corpus/portable/http-head/cut" if_empty(0)
};
static const unsigned char file111[] = {
#embed "../../../Corpus/portable/http-head/folded" if_empty(0)
};
static const unsigned char file112[] = {
#embed "../../../Corpus/portable/http-head/folded-behind-none" if_empty(0)
};
static const unsigned char file113[] = {
#embed "../../../Corpus/portable/http-head/folded-blanks" if_empty(0)
};
static const unsigned char file114[] = {
#embed "../../../Corpus/portable/http-head/folded-first" if_empty(0)
};
static const unsigned char file115[] = {
#embed "../../../Corpus/portable/http-head/http-2" if_empty(0)
};
static const unsigned char file116[] = {
#embed "../../../Corpus/portable/http-head/interim" if_empty(0)
};
static const unsigned char file117[] = {
#embed "../../../Corpus/portable/http-head/latin-1" if_empty(0)
};
static const unsigned char file118[] = {
#embed "../../../Corpus/portable/http-head/length-and-chunks" if_empty(0)
};
static const unsigned char file119[] = {
#embed "../../../Corpus/portable/http-head/length-behind-an-empty-one" if_empty(0)
};
static const unsigned char file120[] = {
#embed "../../../Corpus/portable/http-head/length-comma-alone" if_empty(0)
};
static const unsigned char file121[] = {
#embed "../../../Corpus/portable/http-head/length-empty" if_empty(0)
};
static const unsigned char file122[] = {
#embed "../../../Corpus/portable/http-head/length-no-number" if_empty(0)
};
static const unsigned char file123[] = {
#embed "../../../Corpus/portable/http-head/length-of-two-numbers" if_empty(0)
};
static const unsigned char file124[] = {
#embed "../../../Corpus/portable/http-head/length-signed" if_empty(0)
};
static const unsigned char file125[] = {
#embed "../../../Corpus/portable/http-head/length-too-large" if_empty(0)
};
static const unsigned char file126[] = {
#embed "../../../Corpus/portable/http-head/lengths-other" if_empty(0)
};
static const unsigned char file127[] = {
#embed "../../../Corpus/portable/http-head/lengths-same" if_empty(0)
};
static const unsigned char file128[] = {
#embed "../../../Corpus/portable/http-head/lengths-with-tab" if_empty(0)
};
static const unsigned char file129[] = {
#embed "../../../Corpus/portable/http-head/line-feeds" if_empty(0)
};
static const unsigned char file130[] = {
#embed "../../../Corpus/portable/http-head/no-head" if_empty(0)
};
static const unsigned char file131[] = {
#embed "../../../Corpus/portable/http-head/no-token" if_empty(0)
};
static const unsigned char file132[] = {
#embed "../../../Corpus/portable/http-head/not-modified" if_empty(0)
};
static const unsigned char file133[] = {
#embed "../../../Corpus/portable/http-head/nul-in-value" if_empty(0)
};
static const unsigned char file134[] = {
#embed "../../../Corpus/portable/http-head/ok" if_empty(0)
};
static const unsigned char file135[] = {
#embed "../../../Corpus/portable/http-head/pseudo-field" if_empty(0)
};
static const unsigned char file136[] = {
#embed "../../../Corpus/portable/http-head/reason-umlaut" if_empty(0)
};
static const unsigned char file137[] = {
#embed "../../../Corpus/portable/http-head/same-field-twice" if_empty(0)
};
static const unsigned char file138[] = {
#embed "../../../Corpus/portable/http-head/status-missing" if_empty(0)
};
static const unsigned char file139[] = {
#embed "../../../Corpus/portable/http-head/status-no-number" if_empty(0)
};
static const unsigned char file140[] = {
#embed "../../../Corpus/portable/http-head/status-signed" if_empty(0)
};
static const unsigned char file141[] = {
#embed "../../../Corpus/portable/http-head/status-too-large" if_empty(0)
};
static const unsigned char file142[] = {
#embed "../../../Corpus/portable/http-head/status-too-small" if_empty(0)
};
static const unsigned char file143[] = {
#embed "../../../Corpus/portable/http-head/trailer" if_empty(0)
};
static const unsigned char file144[] = {
#embed "../../../Corpus/portable/http-head/two-heads" if_empty(0)
};
static const unsigned char file145[] = {
#embed "../../../Corpus/portable/json-lines.dict" if_empty(0)
};
static const unsigned char file146[] = {
#embed "../../../Corpus/portable/json-lines/blank-lines" if_empty(0)
};
static const unsigned char file147[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark" if_empty(0)
};
static const unsigned char file148[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark-alone" if_empty(0)
};
static const unsigned char file149[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark-cut-short" if_empty(0)
};
static const unsigned char file150[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark-in-second-line" if_empty(0)
};
static const unsigned char file151[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark-twice" if_empty(0)
};
static const unsigned char file152[] = {
#embed "../../../Corpus/portable/json-lines/crlf" if_empty(0)
};
static const unsigned char file153[] = {
#embed "../../../Corpus/portable/json-lines/duplicate-key" if_empty(0)
};
static const unsigned char file154[] = {
#embed "../../../Corpus/portable/json-lines/duplicate-key-refused" if_empty(0)
};
static const unsigned char file155[] = {
#embed "../../../Corpus/portable/json-lines/empty-input" if_empty(0)
};
static const unsigned char file156[] = {
#embed "../../../Corpus/portable/json-lines/error-behind-lone-cr" if_empty(0)
};
static const unsigned char file157[] = {
#embed "../../../Corpus/portable/json-lines/error-behind-multibyte" if_empty(0)
};
static const unsigned char file158[] = {
#embed "../../../Corpus/portable/json-lines/integer-with-zero-fraction" if_empty(0)
};
static const unsigned char file159[] = {
#embed "../../../Corpus/portable/json-lines/integers" if_empty(0)
};
static const unsigned char file160[] = {
#embed "../../../Corpus/portable/json-lines/integers-with-a-stranger" if_empty(0)
};
static const unsigned char file161[] = {
#embed "../../../Corpus/portable/json-lines/invalid-utf-8" if_empty(0)
};
static const unsigned char file162[] = {
#embed "../../../Corpus/portable/json-lines/last-line-unended" if_empty(0)
};
static const unsigned char file163[] = {
#embed "../../../Corpus/portable/json-lines/lone-cr-is-data" if_empty(0)
};
static const unsigned char file164[] = {
#embed "../../../Corpus/portable/json-lines/malformed-in-second-line" if_empty(0)
};
static const unsigned char file165[] = {
#embed "../../../Corpus/portable/json-lines/nul" if_empty(0)
};
static const unsigned char file166[] = {
#embed "../../../Corpus/portable/json-lines/record-over-two-lines" if_empty(0)
};
static const unsigned char file167[] = {
#embed "../../../Corpus/portable/json-lines/text-with-combining-marks" if_empty(0)
};
static const unsigned char file168[] = {
#embed "../../../Corpus/portable/json-lines/too-deep" if_empty(0)
};
static const unsigned char file169[] = {
#embed "../../../Corpus/portable/json-lines/two-records" if_empty(0)
};
static const unsigned char file170[] = {
#embed "../../../Corpus/portable/json-lines/two-records-in-a-line" if_empty(0)
};
static const unsigned char file171[] = {
#embed "../../../Corpus/portable/json-sequence.dict" if_empty(0)
};
static const unsigned char file172[] = {
#embed "../../../Corpus/portable/json-sequence/backslash-outside-of-strings" if_empty(0)
};
static const unsigned char file173[] = {
#embed "../../../Corpus/portable/json-sequence/blank-at-end" if_empty(0)
};
static const unsigned char file174[] = {
#embed "../../../Corpus/portable/json-sequence/blank-then-separator" if_empty(0)
};
static const unsigned char file175[] = {
#embed "../../../Corpus/portable/json-sequence/brackets-that-do-not-match" if_empty(0)
};
static const unsigned char file176[] = {
#embed "../../../Corpus/portable/json-sequence/byte-order-mark" if_empty(0)
};
static const unsigned char file177[] = {
#embed "../../../Corpus/portable/json-sequence/byte-order-mark-first" if_empty(0)
};
static const unsigned char file178[] = {
#embed "../../../Corpus/portable/json-sequence/container-then-text" if_empty(0)
};
static const unsigned char file179[] = {
#embed "../../../Corpus/portable/json-sequence/container-then-text-then-record" if_empty(0)
};
static const unsigned char file180[] = {
#embed "../../../Corpus/portable/json-sequence/container-then-white-space" if_empty(0)
};
static const unsigned char file181[] = {
#embed "../../../Corpus/portable/json-sequence/container-without-line-feed" if_empty(0)
};
static const unsigned char file182[] = {
#embed "../../../Corpus/portable/json-sequence/duplicate-key" if_empty(0)
};
static const unsigned char file183[] = {
#embed "../../../Corpus/portable/json-sequence/empty-input" if_empty(0)
};
static const unsigned char file184[] = {
#embed "../../../Corpus/portable/json-sequence/escaped-quotes" if_empty(0)
};
static const unsigned char file185[] = {
#embed "../../../Corpus/portable/json-sequence/integers-and-a-stranger" if_empty(0)
};
static const unsigned char file186[] = {
#embed "../../../Corpus/portable/json-sequence/lines-before-an-error" if_empty(0)
};
static const unsigned char file187[] = {
#embed "../../../Corpus/portable/json-sequence/long-string-over-words" if_empty(0)
};
static const unsigned char file188[] = {
#embed "../../../Corpus/portable/json-sequence/malformed" if_empty(0)
};
static const unsigned char file189[] = {
#embed "../../../Corpus/portable/json-sequence/malformed-then-truncated" if_empty(0)
};
static const unsigned char file190[] = {
#embed "../../../Corpus/portable/json-sequence/malformed-twice" if_empty(0)
};
static const unsigned char file191[] = {
#embed "../../../Corpus/portable/json-sequence/missing-separator" if_empty(0)
};
static const unsigned char file192[] = {
#embed "../../../Corpus/portable/json-sequence/missing-separator-behind-white-space" if_empty(0)
};
static const unsigned char file193[] = {
#embed "../../../Corpus/portable/json-sequence/one-record" if_empty(0)
};
static const unsigned char file194[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-at-the-end" if_empty(0)
};
static const unsigned char file195[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-then-bracket" if_empty(0)
};
static const unsigned char file196[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-then-comma" if_empty(0)
};
static const unsigned char file197[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-then-comma-then-separator" if_empty(0)
};
static const unsigned char file198[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-without-white-space" if_empty(0)
};
static const unsigned char file199[] = {
#embed "../../../Corpus/portable/json-sequence/separator-alone" if_empty(0)
};
static const unsigned char file200[] = {
#embed "../../../Corpus/portable/json-sequence/separator-and-blank" if_empty(0)
};
static const unsigned char file201[] = {
#embed "../../../Corpus/portable/json-sequence/separator-in-a-string" if_empty(0)
};
static const unsigned char file202[] = {
#embed "../../../Corpus/portable/json-sequence/separators-in-a-row" if_empty(0)
};
static const unsigned char file203[] = {
#embed "../../../Corpus/portable/json-sequence/several-records" if_empty(0)
};
static const unsigned char file204[] = {
#embed "../../../Corpus/portable/json-sequence/too-deep" if_empty(0)
};
static const unsigned char file205[] = {
#embed "../../../Corpus/portable/json-sequence/truncated-container" if_empty(0)
};
static const unsigned char file206[] = {
#embed "../../../Corpus/portable/json-sequence/truncated-container-at-the-end" if_empty(0)
};
static const unsigned char file207[] = {
#embed "../../../Corpus/portable/json-sequence/truncated-records" if_empty(0)
};
static const unsigned char file208[] = {
#embed "../../../Corpus/portable/json-sequence/truncated-string" if_empty(0)
};
static const unsigned char file209[] = {
#embed "../../../Corpus/portable/json.dict" if_empty(0)
};
static const unsigned char file210[] = {
#embed "../../../Corpus/portable/json/array-empty" if_empty(0)
};
static const unsigned char file211[] = {
#embed "../../../Corpus/portable/json/array-missing-comma" if_empty(0)
};
static const unsigned char file212[] = {
#embed "../../../Corpus/portable/json/array-of-array" if_empty(0)
};
static const unsigned char file213[] = {
#embed "../../../Corpus/portable/json/array-of-elements-of-each-kind" if_empty(0)
};
static const unsigned char file214[] = {
#embed "../../../Corpus/portable/json/array-trailing-comma" if_empty(0)
};
static const unsigned char file215[] = {
#embed "../../../Corpus/portable/json/array-unclosed" if_empty(0)
};
static const unsigned char file216[] = {
#embed "../../../Corpus/portable/json/arrays-nested" if_empty(0)
};
static const unsigned char file217[] = {
#embed "../../../Corpus/portable/json/byte-order-mark" if_empty(0)
};
static const unsigned char file218[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-cut-short" if_empty(0)
};
static const unsigned char file219[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-object" if_empty(0)
};
static const unsigned char file220[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-then-nul" if_empty(0)
};
static const unsigned char file221[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-twice" if_empty(0)
};
static const unsigned char file222[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-within" if_empty(0)
};
static const unsigned char file223[] = {
#embed "../../../Corpus/portable/json/comment" if_empty(0)
};
static const unsigned char file224[] = {
#embed "../../../Corpus/portable/json/decimal-digits" if_empty(0)
};
static const unsigned char file225[] = {
#embed "../../../Corpus/portable/json/decimal-over-38-digits" if_empty(0)
};
static const unsigned char file226[] = {
#embed "../../../Corpus/portable/json/depth-of-3" if_empty(0)
};
static const unsigned char file227[] = {
#embed "../../../Corpus/portable/json/depth-of-4" if_empty(0)
};
static const unsigned char file228[] = {
#embed "../../../Corpus/portable/json/depth-of-512" if_empty(0)
};
static const unsigned char file229[] = {
#embed "../../../Corpus/portable/json/depth-of-513" if_empty(0)
};
static const unsigned char file230[] = {
#embed "../../../Corpus/portable/json/depth-of-64" if_empty(0)
};
static const unsigned char file231[] = {
#embed "../../../Corpus/portable/json/depth-of-65" if_empty(0)
};
static const unsigned char file232[] = {
#embed "../../../Corpus/portable/json/double-half-way" if_empty(0)
};
static const unsigned char file233[] = {
#embed "../../../Corpus/portable/json/double-half-way-long" if_empty(0)
};
static const unsigned char file234[] = {
#embed "../../../Corpus/portable/json/double-huge-exponent" if_empty(0)
};
static const unsigned char file235[] = {
#embed "../../../Corpus/portable/json/double-largest" if_empty(0)
};
static const unsigned char file236[] = {
#embed "../../../Corpus/portable/json/double-long-digits" if_empty(0)
};
static const unsigned char file237[] = {
#embed "../../../Corpus/portable/json/double-of-19-digits" if_empty(0)
};
static const unsigned char file238[] = {
#embed "../../../Corpus/portable/json/double-overflow" if_empty(0)
};
static const unsigned char file239[] = {
#embed "../../../Corpus/portable/json/double-overflow-by-exponent" if_empty(0)
};
static const unsigned char file240[] = {
#embed "../../../Corpus/portable/json/double-smallest" if_empty(0)
};
static const unsigned char file241[] = {
#embed "../../../Corpus/portable/json/double-subnormal-border" if_empty(0)
};
static const unsigned char file242[] = {
#embed "../../../Corpus/portable/json/double-underflow" if_empty(0)
};
static const unsigned char file243[] = {
#embed "../../../Corpus/portable/json/elements-cut" if_empty(0)
};
static const unsigned char file244[] = {
#embed "../../../Corpus/portable/json/elements-of-growing-length" if_empty(0)
};
static const unsigned char file245[] = {
#embed "../../../Corpus/portable/json/empty-input" if_empty(0)
};
static const unsigned char file246[] = {
#embed "../../../Corpus/portable/json/empty-key-and-text" if_empty(0)
};
static const unsigned char file247[] = {
#embed "../../../Corpus/portable/json/float-half-way" if_empty(0)
};
static const unsigned char file248[] = {
#embed "../../../Corpus/portable/json/float-overflow" if_empty(0)
};
static const unsigned char file249[] = {
#embed "../../../Corpus/portable/json/integer-128-bits" if_empty(0)
};
static const unsigned char file250[] = {
#embed "../../../Corpus/portable/json/integer-by-exponent" if_empty(0)
};
static const unsigned char file251[] = {
#embed "../../../Corpus/portable/json/integer-by-positive-exponent" if_empty(0)
};
static const unsigned char file252[] = {
#embed "../../../Corpus/portable/json/integer-max" if_empty(0)
};
static const unsigned char file253[] = {
#embed "../../../Corpus/portable/json/integer-min" if_empty(0)
};
static const unsigned char file254[] = {
#embed "../../../Corpus/portable/json/integer-over-64-bits" if_empty(0)
};
static const unsigned char file255[] = {
#embed "../../../Corpus/portable/json/integer-that-is-none" if_empty(0)
};
static const unsigned char file256[] = {
#embed "../../../Corpus/portable/json/integer-with-zero-fraction" if_empty(0)
};
static const unsigned char file257[] = {
#embed "../../../Corpus/portable/json/lines-of-three-kinds-before-an-error" if_empty(0)
};
static const unsigned char file258[] = {
#embed "../../../Corpus/portable/json/list-of-bools" if_empty(0)
};
static const unsigned char file259[] = {
#embed "../../../Corpus/portable/json/list-of-doubles" if_empty(0)
};
static const unsigned char file260[] = {
#embed "../../../Corpus/portable/json/list-of-integers" if_empty(0)
};
static const unsigned char file261[] = {
#embed "../../../Corpus/portable/json/list-of-mixed" if_empty(0)
};
static const unsigned char file262[] = {
#embed "../../../Corpus/portable/json/list-of-nulls" if_empty(0)
};
static const unsigned char file263[] = {
#embed "../../../Corpus/portable/json/list-of-texts" if_empty(0)
};
static const unsigned char file264[] = {
#embed "../../../Corpus/portable/json/lists-of-lists" if_empty(0)
};
static const unsigned char file265[] = {
#embed "../../../Corpus/portable/json/literal-cut-short" if_empty(0)
};
static const unsigned char file266[] = {
#embed "../../../Corpus/portable/json/literal-with-more" if_empty(0)
};
static const unsigned char file267[] = {
#embed "../../../Corpus/portable/json/literals-over-byte-64" if_empty(0)
};
static const unsigned char file268[] = {
#embed "../../../Corpus/portable/json/minus-alone" if_empty(0)
};
static const unsigned char file269[] = {
#embed "../../../Corpus/portable/json/nan" if_empty(0)
};
static const unsigned char file270[] = {
#embed "../../../Corpus/portable/json/nul-after-space" if_empty(0)
};
static const unsigned char file271[] = {
#embed "../../../Corpus/portable/json/nul-behind-document" if_empty(0)
};
static const unsigned char file272[] = {
#embed "../../../Corpus/portable/json/nul-in-array" if_empty(0)
};
static const unsigned char file273[] = {
#embed "../../../Corpus/portable/json/number-fraction-and-exponent" if_empty(0)
};
static const unsigned char file274[] = {
#embed "../../../Corpus/portable/json/number-leading-zero" if_empty(0)
};
static const unsigned char file275[] = {
#embed "../../../Corpus/portable/json/number-long" if_empty(0)
};
static const unsigned char file276[] = {
#embed "../../../Corpus/portable/json/number-over-byte-64" if_empty(0)
};
static const unsigned char file277[] = {
#embed "../../../Corpus/portable/json/number-over-byte-8" if_empty(0)
};
static const unsigned char file278[] = {
#embed "../../../Corpus/portable/json/number-underflow" if_empty(0)
};
static const unsigned char file279[] = {
#embed "../../../Corpus/portable/json/number-without-digits" if_empty(0)
};
static const unsigned char file280[] = {
#embed "../../../Corpus/portable/json/number-without-exponent" if_empty(0)
};
static const unsigned char file281[] = {
#embed "../../../Corpus/portable/json/number-without-fraction" if_empty(0)
};
static const unsigned char file282[] = {
#embed "../../../Corpus/portable/json/object-closed-by-bracket" if_empty(0)
};
static const unsigned char file283[] = {
#embed "../../../Corpus/portable/json/object-duplicate-key" if_empty(0)
};
static const unsigned char file284[] = {
#embed "../../../Corpus/portable/json/object-duplicate-key-apart" if_empty(0)
};
static const unsigned char file285[] = {
#embed "../../../Corpus/portable/json/object-duplicate-key-by-escape" if_empty(0)
};
static const unsigned char file286[] = {
#embed "../../../Corpus/portable/json/object-duplicate-key-within-a-member" if_empty(0)
};
static const unsigned char file287[] = {
#embed "../../../Corpus/portable/json/object-duplicate-keys-nested" if_empty(0)
};
static const unsigned char file288[] = {
#embed "../../../Corpus/portable/json/object-empty" if_empty(0)
};
static const unsigned char file289[] = {
#embed "../../../Corpus/portable/json/object-escaped-key" if_empty(0)
};
static const unsigned char file290[] = {
#embed "../../../Corpus/portable/json/object-escaped-keys" if_empty(0)
};
static const unsigned char file291[] = {
#embed "../../../Corpus/portable/json/object-key-no-string" if_empty(0)
};
static const unsigned char file292[] = {
#embed "../../../Corpus/portable/json/object-key-with-nul" if_empty(0)
};
static const unsigned char file293[] = {
#embed "../../../Corpus/portable/json/object-keys-with-one-accent" if_empty(0)
};
static const unsigned char file294[] = {
#embed "../../../Corpus/portable/json/object-keys-with-one-accent-composed" if_empty(0)
};
static const unsigned char file295[] = {
#embed "../../../Corpus/portable/json/object-members" if_empty(0)
};
static const unsigned char file296[] = {
#embed "../../../Corpus/portable/json/object-of-escaped-keys" if_empty(0)
};
static const unsigned char file297[] = {
#embed "../../../Corpus/portable/json/object-of-wide-keys" if_empty(0)
};
static const unsigned char file298[] = {
#embed "../../../Corpus/portable/json/object-trailing-comma" if_empty(0)
};
static const unsigned char file299[] = {
#embed "../../../Corpus/portable/json/object-unsorted-keys" if_empty(0)
};
static const unsigned char file300[] = {
#embed "../../../Corpus/portable/json/object-wide" if_empty(0)
};
static const unsigned char file301[] = {
#embed "../../../Corpus/portable/json/object-wide-duplicate-key" if_empty(0)
};
static const unsigned char file302[] = {
#embed "../../../Corpus/portable/json/object-with-nulls" if_empty(0)
};
static const unsigned char file303[] = {
#embed "../../../Corpus/portable/json/object-without-colon" if_empty(0)
};
static const unsigned char file304[] = {
#embed "../../../Corpus/portable/json/objects-nested-with-duplicates" if_empty(0)
};
static const unsigned char file305[] = {
#embed "../../../Corpus/portable/json/record" if_empty(0)
};
static const unsigned char file306[] = {
#embed "../../../Corpus/portable/json/records" if_empty(0)
};
static const unsigned char file307[] = {
#embed "../../../Corpus/portable/json/scalar-false" if_empty(0)
};
static const unsigned char file308[] = {
#embed "../../../Corpus/portable/json/scalar-negative-zero" if_empty(0)
};
static const unsigned char file309[] = {
#embed "../../../Corpus/portable/json/scalar-null" if_empty(0)
};
static const unsigned char file310[] = {
#embed "../../../Corpus/portable/json/scalar-one" if_empty(0)
};
static const unsigned char file311[] = {
#embed "../../../Corpus/portable/json/scalar-true" if_empty(0)
};
static const unsigned char file312[] = {
#embed "../../../Corpus/portable/json/scalar-zero" if_empty(0)
};
static const unsigned char file313[] = {
#embed "../../../Corpus/portable/json/single-quotes" if_empty(0)
};
static const unsigned char file314[] = {
#embed "../../../Corpus/portable/json/slashes" if_empty(0)
};
static const unsigned char file315[] = {
#embed "../../../Corpus/portable/json/string-above-the-last-scalar" if_empty(0)
};
static const unsigned char file316[] = {
#embed "../../../Corpus/portable/json/string-backslashes-over-byte-64" if_empty(0)
};
static const unsigned char file317[] = {
#embed "../../../Corpus/portable/json/string-control-character" if_empty(0)
};
static const unsigned char file318[] = {
#embed "../../../Corpus/portable/json/string-control-character-1" if_empty(0)
};
static const unsigned char file319[] = {
#embed "../../../Corpus/portable/json/string-control-character-at-byte-64" if_empty(0)
};
static const unsigned char file320[] = {
#embed "../../../Corpus/portable/json/string-escape-cut-short" if_empty(0)
};
static const unsigned char file321[] = {
#embed "../../../Corpus/portable/json/string-escape-not-hexadecimal" if_empty(0)
};
static const unsigned char file322[] = {
#embed "../../../Corpus/portable/json/string-escape-over-byte-16" if_empty(0)
};
static const unsigned char file323[] = {
#embed "../../../Corpus/portable/json/string-escape-over-byte-64" if_empty(0)
};
static const unsigned char file324[] = {
#embed "../../../Corpus/portable/json/string-escape-over-byte-8" if_empty(0)
};
static const unsigned char file325[] = {
#embed "../../../Corpus/portable/json/string-escaped-letter" if_empty(0)
};
static const unsigned char file326[] = {
#embed "../../../Corpus/portable/json/string-escapes" if_empty(0)
};
static const unsigned char file327[] = {
#embed "../../../Corpus/portable/json/string-high-surrogate-then-backslash-at-the-end" if_empty(0)
};
static const unsigned char file328[] = {
#embed "../../../Corpus/portable/json/string-high-then-high" if_empty(0)
};
static const unsigned char file329[] = {
#embed "../../../Corpus/portable/json/string-high-then-other-escape" if_empty(0)
};
static const unsigned char file330[] = {
#embed "../../../Corpus/portable/json/string-invalid-utf-8" if_empty(0)
};
static const unsigned char file331[] = {
#embed "../../../Corpus/portable/json/string-invalid-utf-8-at-byte-64" if_empty(0)
};
static const unsigned char file332[] = {
#embed "../../../Corpus/portable/json/string-lone-high-surrogate" if_empty(0)
};
static const unsigned char file333[] = {
#embed "../../../Corpus/portable/json/string-lone-low-surrogate" if_empty(0)
};
static const unsigned char file334[] = {
#embed "../../../Corpus/portable/json/string-low-surrogate-at-the-end" if_empty(0)
};
static const unsigned char file335[] = {
#embed "../../../Corpus/portable/json/string-multibyte-over-byte-16" if_empty(0)
};
static const unsigned char file336[] = {
#embed "../../../Corpus/portable/json/string-multibyte-over-byte-64" if_empty(0)
};
static const unsigned char file337[] = {
#embed "../../../Corpus/portable/json/string-odd-backslashes-over-byte-64" if_empty(0)
};
static const unsigned char file338[] = {
#embed "../../../Corpus/portable/json/string-overlong" if_empty(0)
};
static const unsigned char file339[] = {
#embed "../../../Corpus/portable/json/string-plain" if_empty(0)
};
static const unsigned char file340[] = {
#embed "../../../Corpus/portable/json/string-quote-at-byte-15" if_empty(0)
};
static const unsigned char file341[] = {
#embed "../../../Corpus/portable/json/string-quote-at-byte-63" if_empty(0)
};
static const unsigned char file342[] = {
#embed "../../../Corpus/portable/json/string-quote-at-byte-64" if_empty(0)
};
static const unsigned char file343[] = {
#embed "../../../Corpus/portable/json/string-quote-at-byte-7" if_empty(0)
};
static const unsigned char file344[] = {
#embed "../../../Corpus/portable/json/string-surrogate-in-utf-8" if_empty(0)
};
static const unsigned char file345[] = {
#embed "../../../Corpus/portable/json/string-surrogate-pair" if_empty(0)
};
static const unsigned char file346[] = {
#embed "../../../Corpus/portable/json/string-surrogates-over-byte-64" if_empty(0)
};
static const unsigned char file347[] = {
#embed "../../../Corpus/portable/json/string-two-three-four-bytes" if_empty(0)
};
static const unsigned char file348[] = {
#embed "../../../Corpus/portable/json/string-unknown-escape" if_empty(0)
};
static const unsigned char file349[] = {
#embed "../../../Corpus/portable/json/string-unterminated" if_empty(0)
};
static const unsigned char file350[] = {
#embed "../../../Corpus/portable/json/string-utf-8-cut-short" if_empty(0)
};
static const unsigned char file351[] = {
#embed "../../../Corpus/portable/json/trailing-bracket" if_empty(0)
};
static const unsigned char file352[] = {
#embed "../../../Corpus/portable/json/trailing-characters" if_empty(0)
};
static const unsigned char file353[] = {
#embed "../../../Corpus/portable/json/trailing-comma-behind-document" if_empty(0)
};
static const unsigned char file354[] = {
#embed "../../../Corpus/portable/json/two-documents" if_empty(0)
};
static const unsigned char file355[] = {
#embed "../../../Corpus/portable/json/unfinished-literal" if_empty(0)
};
static const unsigned char file356[] = {
#embed "../../../Corpus/portable/json/unsigned-max" if_empty(0)
};
static const unsigned char file357[] = {
#embed "../../../Corpus/portable/json/utf-16-big-endian" if_empty(0)
};
static const unsigned char file358[] = {
#embed "../../../Corpus/portable/json/utf-16-big-endian-object" if_empty(0)
};
static const unsigned char file359[] = {
#embed "../../../Corpus/portable/json/utf-16-little-endian" if_empty(0)
};
static const unsigned char file360[] = {
255, 254, 91, 0, 49, 0, 93, 0
};
static const unsigned char file361[] = {
#embed "../../../Corpus/portable/json/utf-32-big-endian" if_empty(0)
};
static const unsigned char file362[] = {
#embed "../../../Corpus/portable/json/white-space-alone" if_empty(0)
};
static const unsigned char file363[] = {
#embed "../../../Corpus/portable/json/white-space-of-all-kinds" if_empty(0)
};
static const unsigned char file364[] = {
#embed "../../../Corpus/portable/json/white-space-over-byte-64" if_empty(0)
};
static const unsigned char file365[] = {
#embed "../../../Corpus/portable/json/zero-with-exponent" if_empty(0)
};
static const unsigned char file366[] = {
#embed "../../../Corpus/portable/json/zero-with-small-exponent" if_empty(0)
};
static const unsigned char file367[] = {
#embed "../../../Corpus/portable/manifest.jsonl" if_empty(0)
};
static const unsigned char file368[] = {
#embed "../../../Corpus/portable/media-type.dict" if_empty(0)
};
static const unsigned char file369[] = {
#embed "../../../Corpus/portable/media-type/backslash-at-end" if_empty(0)
};
static const unsigned char file370[] = {
#embed "../../../Corpus/portable/media-type/behind-quotes" if_empty(0)
};
static const unsigned char file371[] = {
#embed "../../../Corpus/portable/media-type/beyond-latin-1" if_empty(0)
};
static const unsigned char file372[] = {
#embed "../../../Corpus/portable/media-type/blank-before-equals" if_empty(0)
};
static const unsigned char file373[] = {
#embed "../../../Corpus/portable/media-type/blanks-around" if_empty(0)
};
static const unsigned char file374[] = {
#embed "../../../Corpus/portable/media-type/boundary" if_empty(0)
};
static const unsigned char file375[] = {
#embed "../../../Corpus/portable/media-type/charset-not-closed" if_empty(0)
};
static const unsigned char file376[] = {
#embed "../../../Corpus/portable/media-type/charset-twice" if_empty(0)
};
static const unsigned char file377[] = {
#embed "../../../Corpus/portable/media-type/control-in-value" if_empty(0)
};
static const unsigned char file378[] = {
#embed "../../../Corpus/portable/media-type/empty-subtype" if_empty(0)
};
static const unsigned char file379[] = {
#embed "../../../Corpus/portable/media-type/empty-type" if_empty(0)
};
static const unsigned char file380[] = {
#embed "../../../Corpus/portable/media-type/empty-value" if_empty(0)
};
static const unsigned char file381[] = {
#embed "../../../Corpus/portable/media-type/escaped-quote" if_empty(0)
};
static const unsigned char file382[] = {
#embed "../../../Corpus/portable/media-type/latin-1" if_empty(0)
};
static const unsigned char file383[] = {
#embed "../../../Corpus/portable/media-type/many-semicolons" if_empty(0)
};
static const unsigned char file384[] = {
#embed "../../../Corpus/portable/media-type/no-slash" if_empty(0)
};
static const unsigned char file385[] = {
#embed "../../../Corpus/portable/media-type/no-value" if_empty(0)
};
static const unsigned char file386[] = {
#embed "../../../Corpus/portable/media-type/parameter" if_empty(0)
};
static const unsigned char file387[] = {
#embed "../../../Corpus/portable/media-type/quote-not-closed" if_empty(0)
};
static const unsigned char file388[] = {
#embed "../../../Corpus/portable/media-type/quoted" if_empty(0)
};
static const unsigned char file389[] = {
#embed "../../../Corpus/portable/media-type/range-all" if_empty(0)
};
static const unsigned char file390[] = {
#embed "../../../Corpus/portable/media-type/range-any-suffix" if_empty(0)
};
static const unsigned char file391[] = {
#embed "../../../Corpus/portable/media-type/range-star-plus" if_empty(0)
};
static const unsigned char file392[] = {
#embed "../../../Corpus/portable/media-type/range-star-within" if_empty(0)
};
static const unsigned char file393[] = {
#embed "../../../Corpus/portable/media-type/range-suffix" if_empty(0)
};
static const unsigned char file394[] = {
#embed "../../../Corpus/portable/media-type/range-two-stars" if_empty(0)
};
static const unsigned char file395[] = {
#embed "../../../Corpus/portable/media-type/range-type" if_empty(0)
};
static const unsigned char file396[] = {
#embed "../../../Corpus/portable/media-type/range-type-star" if_empty(0)
};
static const unsigned char file397[] = {
#embed "../../../Corpus/portable/media-type/range-with-parameter" if_empty(0)
};
static const unsigned char file398[] = {
#embed "../../../Corpus/portable/media-type/same-name-twice" if_empty(0)
};
static const unsigned char file399[] = {
#embed "../../../Corpus/portable/media-type/space-in-type" if_empty(0)
};
static const unsigned char file400[] = {
#embed "../../../Corpus/portable/media-type/suffix" if_empty(0)
};
static const unsigned char file401[] = {
#embed "../../../Corpus/portable/media-type/suffix-empty" if_empty(0)
};
static const unsigned char file402[] = {
#embed "../../../Corpus/portable/media-type/suffix-two" if_empty(0)
};
static const unsigned char file403[] = {
#embed "../../../Corpus/portable/media-type/tab-in-value" if_empty(0)
};
static const unsigned char file404[] = {
#embed "../../../Corpus/portable/media-type/type-alone" if_empty(0)
};
static const unsigned char file405[] = {
#embed "../../../Corpus/portable/media-type/upper-case" if_empty(0)
};
static const unsigned char file406[] = {
#embed "../../../Corpus/portable/multipart.dict" if_empty(0)
};
static const unsigned char file407[] = {
#embed "../../../Corpus/portable/multipart/bad-header-behind-part" if_empty(0)
};
static const unsigned char file408[] = {
#embed "../../../Corpus/portable/multipart/bare-carriage-return" if_empty(0)
};
static const unsigned char file409[] = {
#embed "../../../Corpus/portable/multipart/blank-before-boundary" if_empty(0)
};
static const unsigned char file410[] = {
#embed "../../../Corpus/portable/multipart/blanks-behind-boundary" if_empty(0)
};
static const unsigned char file411[] = {
#embed "../../../Corpus/portable/multipart/byte-order-mark-before-boundary" if_empty(0)
};
static const unsigned char file412[] = {
#embed "../../../Corpus/portable/multipart/byte-range-and-length" if_empty(0)
};
static const unsigned char file413[] = {
#embed "../../../Corpus/portable/multipart/byte-range-missing" if_empty(0)
};
static const unsigned char file414[] = {
#embed "../../../Corpus/portable/multipart/byte-range-too-short" if_empty(0)
};
static const unsigned char file415[] = {
#embed "../../../Corpus/portable/multipart/byte-ranges" if_empty(0)
};
static const unsigned char file416[] = {
#embed "../../../Corpus/portable/multipart/byte-ranges-of-two-wholes" if_empty(0)
};
static const unsigned char file417[] = {
#embed "../../../Corpus/portable/multipart/byte-ranges-of-unknown-whole" if_empty(0)
};
static const unsigned char file418[] = {
#embed "../../../Corpus/portable/multipart/cut" if_empty(0)
};
static const unsigned char file419[] = {
#embed "../../../Corpus/portable/multipart/cut-in-body" if_empty(0)
};
static const unsigned char file420[] = {
#embed "../../../Corpus/portable/multipart/cut-in-closing-boundary" if_empty(0)
};
static const unsigned char file421[] = {
#embed "../../../Corpus/portable/multipart/cut-in-headers" if_empty(0)
};
static const unsigned char file422[] = {
#embed "../../../Corpus/portable/multipart/dashes-as-boundary" if_empty(0)
};
static const unsigned char file423[] = {
#embed "../../../Corpus/portable/multipart/data" if_empty(0)
};
static const unsigned char file424[] = {
#embed "../../../Corpus/portable/multipart/dense-boundaries" if_empty(0)
};
static const unsigned char file425[] = {
#embed "../../../Corpus/portable/multipart/empty" if_empty(0)
};
static const unsigned char file426[] = {
#embed "../../../Corpus/portable/multipart/empty-body" if_empty(0)
};
static const unsigned char file427[] = {
#embed "../../../Corpus/portable/multipart/empty-body-shares-line-break" if_empty(0)
};
static const unsigned char file428[] = {
#embed "../../../Corpus/portable/multipart/empty-file-name" if_empty(0)
};
static const unsigned char file429[] = {
#embed "../../../Corpus/portable/multipart/escaped-name" if_empty(0)
};
static const unsigned char file430[] = {
#embed "../../../Corpus/portable/multipart/escaped-quotes" if_empty(0)
};
static const unsigned char file431[] = {
#embed "../../../Corpus/portable/multipart/extended-file-name-ignored" if_empty(0)
};
static const unsigned char file432[] = {
#embed "../../../Corpus/portable/multipart/file-left-empty" if_empty(0)
};
static const unsigned char file433[] = {
#embed "../../../Corpus/portable/multipart/first-boundary-without-dashes" if_empty(0)
};
static const unsigned char file434[] = {
#embed "../../../Corpus/portable/multipart/folded-header" if_empty(0)
};
static const unsigned char file435[] = {
#embed "../../../Corpus/portable/multipart/form" if_empty(0)
};
static const unsigned char file436[] = {
#embed "../../../Corpus/portable/multipart/invalid-disposition" if_empty(0)
};
static const unsigned char file437[] = {
#embed "../../../Corpus/portable/multipart/invalid-utf8" if_empty(0)
};
static const unsigned char file438[] = {
#embed "../../../Corpus/portable/multipart/last-line-break-cut" if_empty(0)
};
static const unsigned char file439[] = {
#embed "../../../Corpus/portable/multipart/length-exact" if_empty(0)
};
static const unsigned char file440[] = {
#embed "../../../Corpus/portable/multipart/length-no-number" if_empty(0)
};
static const unsigned char file441[] = {
#embed "../../../Corpus/portable/multipart/length-too-large" if_empty(0)
};
static const unsigned char file442[] = {
#embed "../../../Corpus/portable/multipart/length-too-small" if_empty(0)
};
static const unsigned char file443[] = {
#embed "../../../Corpus/portable/multipart/line-feed-before-boundary" if_empty(0)
};
static const unsigned char file444[] = {
#embed "../../../Corpus/portable/multipart/line-feed-in-header" if_empty(0)
};
static const unsigned char file445[] = {
#embed "../../../Corpus/portable/multipart/line-feed-in-preamble" if_empty(0)
};
static const unsigned char file446[] = {
#embed "../../../Corpus/portable/multipart/line-feeds" if_empty(0)
};
static const unsigned char file447[] = {
#embed "../../../Corpus/portable/multipart/long-body" if_empty(0)
};
static const unsigned char file448[] = {
#embed "../../../Corpus/portable/multipart/look-alikes" if_empty(0)
};
static const unsigned char file449[] = {
#embed "../../../Corpus/portable/multipart/many-files" if_empty(0)
};
static const unsigned char file450[] = {
#embed "../../../Corpus/portable/multipart/many-line-breaks" if_empty(0)
};
static const unsigned char file451[] = {
#embed "../../../Corpus/portable/multipart/missing-colon" if_empty(0)
};
static const unsigned char file452[] = {
#embed "../../../Corpus/portable/multipart/missing-disposition" if_empty(0)
};
static const unsigned char file453[] = {
#embed "../../../Corpus/portable/multipart/missing-name" if_empty(0)
};
static const unsigned char file454[] = {
#embed "../../../Corpus/portable/multipart/mixed-invalid-file-name" if_empty(0)
};
static const unsigned char file455[] = {
#embed "../../../Corpus/portable/multipart/mixed-parts" if_empty(0)
};
static const unsigned char file456[] = {
#embed "../../../Corpus/portable/multipart/name-ends-in-backslash" if_empty(0)
};
static const unsigned char file457[] = {
#embed "../../../Corpus/portable/multipart/name-not-closed" if_empty(0)
};
static const unsigned char file458[] = {
#embed "../../../Corpus/portable/multipart/no-closing-boundary" if_empty(0)
};
static const unsigned char file459[] = {
#embed "../../../Corpus/portable/multipart/no-token" if_empty(0)
};
static const unsigned char file460[] = {
#embed "../../../Corpus/portable/multipart/nul-in-header" if_empty(0)
};
static const unsigned char file461[] = {
#embed "../../../Corpus/portable/multipart/odd-boundary" if_empty(0)
};
static const unsigned char file462[] = {
#embed "../../../Corpus/portable/multipart/other-disposition" if_empty(0)
};
static const unsigned char file463[] = {
#embed "../../../Corpus/portable/multipart/preamble-and-epilogue" if_empty(0)
};
static const unsigned char file464[] = {
#embed "../../../Corpus/portable/multipart/repeated-disposition" if_empty(0)
};
static const unsigned char file465[] = {
#embed "../../../Corpus/portable/multipart/repeated-name" if_empty(0)
};
static const unsigned char file466[] = {
#embed "../../../Corpus/portable/multipart/repeated-type" if_empty(0)
};
static const unsigned char file467[] = {
#embed "../../../Corpus/portable/multipart/seventy-characters" if_empty(0)
};
static const unsigned char file468[] = {
#embed "../../../Corpus/portable/multipart/space-in-boundary" if_empty(0)
};
static const unsigned char file469[] = {
#embed "../../../Corpus/portable/multipart/text-and-near-boundary" if_empty(0)
};
static const unsigned char file470[] = {
#embed "../../../Corpus/portable/multipart/text-not-utf8" if_empty(0)
};
static const unsigned char file471[] = {
#embed "../../../Corpus/portable/multipart/transfer-encoding-base64" if_empty(0)
};
static const unsigned char file472[] = {
#embed "../../../Corpus/portable/multipart/transfer-encoding-binary" if_empty(0)
};
static const unsigned char file473[] = {
#embed "../../../Corpus/portable/multipart/two-parts" if_empty(0)
};
static const unsigned char file474[] = {
#embed "../../../Corpus/portable/multipart/zero-parts" if_empty(0)
};
static const unsigned char file475[] = {
#embed "../../../Corpus/portable/multipart/zero-parts-line-break" if_empty(0)
};
static const unsigned char file476[] = {
#embed "../../../Corpus/portable/property-list-binary.dict" if_empty(0)
};
static const unsigned char file477[] = {
#embed "../../../Corpus/portable/property-list-binary/all-kinds" if_empty(0)
};
static const unsigned char file478[] = {
#embed "../../../Corpus/portable/property-list-binary/array-of-itself" if_empty(0)
};
static const unsigned char file479[] = {
#embed "../../../Corpus/portable/property-list-binary/body-reaches-the-table" if_empty(0)
};
static const unsigned char file480[] = {
#embed "../../../Corpus/portable/property-list-binary/bytes-between-table-and-trailer" if_empty(0)
};
static const unsigned char file481[] = {
#embed "../../../Corpus/portable/property-list-binary/count-absurd" if_empty(0)
};
static const unsigned char file482[] = {
#embed "../../../Corpus/portable/property-list-binary/count-absurd-of-pairs" if_empty(0)
};
static const unsigned char file483[] = {
#embed "../../../Corpus/portable/property-list-binary/count-as-integer" if_empty(0)
};
static const unsigned char file484[] = {
#embed "../../../Corpus/portable/property-list-binary/count-as-wide-integer" if_empty(0)
};
static const unsigned char file485[] = {
#embed "../../../Corpus/portable/property-list-binary/count-cut-short" if_empty(0)
};
static const unsigned char file486[] = {
#embed "../../../Corpus/portable/property-list-binary/count-negative" if_empty(0)
};
static const unsigned char file487[] = {
#embed "../../../Corpus/portable/property-list-binary/count-no-integer" if_empty(0)
};
static const unsigned char file488[] = {
#embed "../../../Corpus/portable/property-list-binary/count-of-16-bytes" if_empty(0)
};
static const unsigned char file489[] = {
#embed "../../../Corpus/portable/property-list-binary/cycle-of-two" if_empty(0)
};
static const unsigned char file490[] = {
#embed "../../../Corpus/portable/property-list-binary/date-far" if_empty(0)
};
static const unsigned char file491[] = {
#embed "../../../Corpus/portable/property-list-binary/date-no-number" if_empty(0)
};
static const unsigned char file492[] = {
#embed "../../../Corpus/portable/property-list-binary/date-of-4-bytes" if_empty(0)
};
static const unsigned char file493[] = {
#embed "../../../Corpus/portable/property-list-binary/date-with-fraction" if_empty(0)
};
static const unsigned char file494[] = {
#embed "../../../Corpus/portable/property-list-binary/deep" if_empty(0)
};
static const unsigned char file495[] = {
#embed "../../../Corpus/portable/property-list-binary/depth-by-sharing" if_empty(0)
};
static const unsigned char file496[] = {
#embed "../../../Corpus/portable/property-list-binary/depth-of-1" if_empty(0)
};
static const unsigned char file497[] = {
#embed "../../../Corpus/portable/property-list-binary/depth-of-2" if_empty(0)
};
static const unsigned char file498[] = {
#embed "../../../Corpus/portable/property-list-binary/depth-of-3" if_empty(0)
};
static const unsigned char file499[] = {
#embed "../../../Corpus/portable/property-list-binary/dictionary" if_empty(0)
};
static const unsigned char file500[] = {
#embed "../../../Corpus/portable/property-list-binary/dictionary-key-is-a-container" if_empty(0)
};
static const unsigned char file501[] = {
#embed "../../../Corpus/portable/property-list-binary/dictionary-key-no-text" if_empty(0)
};
static const unsigned char file502[] = {
#embed "../../../Corpus/portable/property-list-binary/dictionary-key-twice" if_empty(0)
};
static const unsigned char file503[] = {
#embed "../../../Corpus/portable/property-list-binary/doubling" if_empty(0)
};
static const unsigned char file504[] = {
#embed "../../../Corpus/portable/property-list-binary/doubling-seven-times" if_empty(0)
};
static const unsigned char file505[] = {
#embed "../../../Corpus/portable/property-list-binary/empty-input" if_empty(0)
};
static const unsigned char file506[] = {
#embed "../../../Corpus/portable/property-list-binary/expansion" if_empty(0)
};
static const unsigned char file507[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-16-bytes" if_empty(0)
};
static const unsigned char file508[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-16-bytes-negative" if_empty(0)
};
static const unsigned char file509[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-16-bytes-too-large" if_empty(0)
};
static const unsigned char file510[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-32-bytes" if_empty(0)
};
static const unsigned char file511[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-4-bytes-has-no-sign" if_empty(0)
};
static const unsigned char file512[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-8-bytes-negative" if_empty(0)
};
static const unsigned char file513[] = {
#embed "../../../Corpus/portable/property-list-binary/long-text-and-data" if_empty(0)
};
static const unsigned char file514[] = {
#embed "../../../Corpus/portable/property-list-binary/many-objects" if_empty(0)
};
static const unsigned char file515[] = {
#embed "../../../Corpus/portable/property-list-binary/no-objects" if_empty(0)
};
static const unsigned char file516[] = {
#embed "../../../Corpus/portable/property-list-binary/null-object" if_empty(0)
};
static const unsigned char file517[] = {
#embed "../../../Corpus/portable/property-list-binary/object-count-above-int" if_empty(0)
};
static const unsigned char file518[] = {
#embed "../../../Corpus/portable/property-list-binary/object-count-too-large" if_empty(0)
};
static const unsigned char file519[] = {
#embed "../../../Corpus/portable/property-list-binary/objects-overlap" if_empty(0)
};
static const unsigned char file520[] = {
#embed "../../../Corpus/portable/property-list-binary/offset-in-the-magic" if_empty(0)
};
static const unsigned char file521[] = {
#embed "../../../Corpus/portable/property-list-binary/offset-in-the-table" if_empty(0)
};
static const unsigned char file522[] = {
#embed "../../../Corpus/portable/property-list-binary/offset-size-0" if_empty(0)
};
static const unsigned char file523[] = {
#embed "../../../Corpus/portable/property-list-binary/offsets-of-8-bytes" if_empty(0)
};
static const unsigned char file524[] = {
#embed "../../../Corpus/portable/property-list-binary/real-nan" if_empty(0)
};
static const unsigned char file525[] = {
#embed "../../../Corpus/portable/property-list-binary/real-of-2-bytes" if_empty(0)
};
static const unsigned char file526[] = {
#embed "../../../Corpus/portable/property-list-binary/real-of-4-bytes" if_empty(0)
};
static const unsigned char file527[] = {
#embed "../../../Corpus/portable/property-list-binary/reference-above-int" if_empty(0)
};
static const unsigned char file528[] = {
#embed "../../../Corpus/portable/property-list-binary/reference-of-8-bytes" if_empty(0)
};
static const unsigned char file529[] = {
#embed "../../../Corpus/portable/property-list-binary/reference-to-none" if_empty(0)
};
static const unsigned char file530[] = {
#embed "../../../Corpus/portable/property-list-binary/root-outside" if_empty(0)
};
static const unsigned char file531[] = {
#embed "../../../Corpus/portable/property-list-binary/root-second" if_empty(0)
};
static const unsigned char file532[] = {
#embed "../../../Corpus/portable/property-list-binary/scalar-root" if_empty(0)
};
static const unsigned char file533[] = {
#embed "../../../Corpus/portable/property-list-binary/set-object" if_empty(0)
};
static const unsigned char file534[] = {
#embed "../../../Corpus/portable/property-list-binary/shared-object" if_empty(0)
};
static const unsigned char file535[] = {
#embed "../../../Corpus/portable/property-list-binary/text-control-character" if_empty(0)
};
static const unsigned char file536[] = {
#embed "../../../Corpus/portable/property-list-binary/text-not-ascii" if_empty(0)
};
static const unsigned char file537[] = {
#embed "../../../Corpus/portable/property-list-binary/text-null" if_empty(0)
};
static const unsigned char file538[] = {
#embed "../../../Corpus/portable/property-list-binary/text-referred-to-often" if_empty(0)
};
static const unsigned char file539[] = {
#embed "../../../Corpus/portable/property-list-binary/text-utf-16" if_empty(0)
};
static const unsigned char file540[] = {
#embed "../../../Corpus/portable/property-list-binary/text-utf-16-lone-surrogate" if_empty(0)
};
static const unsigned char file541[] = {
#embed "../../../Corpus/portable/property-list-binary/text-utf-16-pair" if_empty(0)
};
static const unsigned char file542[] = {
#embed "../../../Corpus/portable/property-list-binary/too-deep-in-a-member-that-is-dropped" if_empty(0)
};
static const unsigned char file543[] = {
#embed "../../../Corpus/portable/property-list-binary/truncated" if_empty(0)
};
static const unsigned char file544[] = {
#embed "../../../Corpus/portable/property-list-binary/uid-of-1-byte" if_empty(0)
};
static const unsigned char file545[] = {
#embed "../../../Corpus/portable/property-list-binary/uid-of-16-bytes" if_empty(0)
};
static const unsigned char file546[] = {
#embed "../../../Corpus/portable/property-list-binary/uid-over-64-bits" if_empty(0)
};
static const unsigned char file547[] = {
#embed "../../../Corpus/portable/property-list-binary/unknown-kind" if_empty(0)
};
static const unsigned char file548[] = {
#embed "../../../Corpus/portable/property-list-xml.dict" if_empty(0)
};
static const unsigned char file549[] = {
#embed "../../../Corpus/portable/property-list-xml/attribute-unquoted" if_empty(0)
};
static const unsigned char file550[] = {
#embed "../../../Corpus/portable/property-list-xml/attribute-without-value" if_empty(0)
};
static const unsigned char file551[] = {
#embed "../../../Corpus/portable/property-list-xml/attributes" if_empty(0)
};
static const unsigned char file552[] = {
#embed "../../../Corpus/portable/property-list-xml/boolean-with-text" if_empty(0)
};
static const unsigned char file553[] = {
#embed "../../../Corpus/portable/property-list-xml/booleans" if_empty(0)
};
static const unsigned char file554[] = {
#embed "../../../Corpus/portable/property-list-xml/bplist-as-xml" if_empty(0)
};
static const unsigned char file555[] = {
#embed "../../../Corpus/portable/property-list-xml/closing-tag-of-another" if_empty(0)
};
static const unsigned char file556[] = {
#embed "../../../Corpus/portable/property-list-xml/closing-tag-of-none" if_empty(0)
};
static const unsigned char file557[] = {
#embed "../../../Corpus/portable/property-list-xml/comment-unclosed" if_empty(0)
};
static const unsigned char file558[] = {
#embed "../../../Corpus/portable/property-list-xml/comments-and-instructions" if_empty(0)
};
static const unsigned char file559[] = {
#embed "../../../Corpus/portable/property-list-xml/data" if_empty(0)
};
static const unsigned char file560[] = {
#embed "../../../Corpus/portable/property-list-xml/data-empty" if_empty(0)
};
static const unsigned char file561[] = {
#embed "../../../Corpus/portable/property-list-xml/data-long" if_empty(0)
};
static const unsigned char file562[] = {
#embed "../../../Corpus/portable/property-list-xml/data-malformed" if_empty(0)
};
static const unsigned char file563[] = {
#embed "../../../Corpus/portable/property-list-xml/data-padding-alone" if_empty(0)
};
static const unsigned char file564[] = {
#embed "../../../Corpus/portable/property-list-xml/date" if_empty(0)
};
static const unsigned char file565[] = {
#embed "../../../Corpus/portable/property-list-xml/date-before-1582" if_empty(0)
};
static const unsigned char file566[] = {
#embed "../../../Corpus/portable/property-list-xml/date-by-offset-before-year-0" if_empty(0)
};
static const unsigned char file567[] = {
#embed "../../../Corpus/portable/property-list-xml/date-leap-day" if_empty(0)
};
static const unsigned char file568[] = {
#embed "../../../Corpus/portable/property-list-xml/date-no-such-day" if_empty(0)
};
static const unsigned char file569[] = {
#embed "../../../Corpus/portable/property-list-xml/date-with-offset-and-fraction" if_empty(0)
};
static const unsigned char file570[] = {
#embed "../../../Corpus/portable/property-list-xml/declaration-encoding-unquoted" if_empty(0)
};
static const unsigned char file571[] = {
#embed "../../../Corpus/portable/property-list-xml/declaration-of-another-encoding" if_empty(0)
};
static const unsigned char file572[] = {
#embed "../../../Corpus/portable/property-list-xml/declaration-unclosed" if_empty(0)
};
static const unsigned char file573[] = {
#embed "../../../Corpus/portable/property-list-xml/declaration-utf-16-in-utf-8" if_empty(0)
};
static const unsigned char file574[] = {
#embed "../../../Corpus/portable/property-list-xml/depth-of-1" if_empty(0)
};
static const unsigned char file575[] = {
#embed "../../../Corpus/portable/property-list-xml/depth-of-2" if_empty(0)
};
static const unsigned char file576[] = {
#embed "../../../Corpus/portable/property-list-xml/depth-of-3" if_empty(0)
};
static const unsigned char file577[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionaries-in-arrays" if_empty(0)
};
static const unsigned char file578[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary" if_empty(0)
};
static const unsigned char file579[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-key-twice" if_empty(0)
};
static const unsigned char file580[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-key-without-value" if_empty(0)
};
static const unsigned char file581[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-keys-with-one-accent" if_empty(0)
};
static const unsigned char file582[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-two-keys" if_empty(0)
};
static const unsigned char file583[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-value-without-key" if_empty(0)
};
static const unsigned char file584[] = {
#embed "../../../Corpus/portable/property-list-xml/document-type-unclosed" if_empty(0)
};
static const unsigned char file585[] = {
#embed "../../../Corpus/portable/property-list-xml/document-type-with-quoted-bracket" if_empty(0)
};
static const unsigned char file586[] = {
#embed "../../../Corpus/portable/property-list-xml/document-type-with-subset" if_empty(0)
};
static const unsigned char file587[] = {
#embed "../../../Corpus/portable/property-list-xml/empty-input" if_empty(0)
};
static const unsigned char file588[] = {
#embed "../../../Corpus/portable/property-list-xml/integer" if_empty(0)
};
static const unsigned char file589[] = {
#embed "../../../Corpus/portable/property-list-xml/integer-empty" if_empty(0)
};
static const unsigned char file590[] = {
#embed "../../../Corpus/portable/property-list-xml/integer-hexadecimal" if_empty(0)
};
static const unsigned char file591[] = {
#embed "../../../Corpus/portable/property-list-xml/integer-too-large" if_empty(0)
};
static const unsigned char file592[] = {
#embed "../../../Corpus/portable/property-list-xml/integer-two-signs" if_empty(0)
};
static const unsigned char file593[] = {
#embed "../../../Corpus/portable/property-list-xml/key-in-array" if_empty(0)
};
static const unsigned char file594[] = {
#embed "../../../Corpus/portable/property-list-xml/nested" if_empty(0)
};
static const unsigned char file595[] = {
#embed "../../../Corpus/portable/property-list-xml/plist-empty" if_empty(0)
};
static const unsigned char file596[] = {
#embed "../../../Corpus/portable/property-list-xml/plist-of-two-values" if_empty(0)
};
static const unsigned char file597[] = {
#embed "../../../Corpus/portable/property-list-xml/plist-within-plist" if_empty(0)
};
static const unsigned char file598[] = {
#embed "../../../Corpus/portable/property-list-xml/real" if_empty(0)
};
static const unsigned char file599[] = {
#embed "../../../Corpus/portable/property-list-xml/real-malformed" if_empty(0)
};
static const unsigned char file600[] = {
#embed "../../../Corpus/portable/property-list-xml/real-names" if_empty(0)
};
static const unsigned char file601[] = {
#embed "../../../Corpus/portable/property-list-xml/real-negative-zero" if_empty(0)
};
static const unsigned char file602[] = {
#embed "../../../Corpus/portable/property-list-xml/scalar" if_empty(0)
};
static const unsigned char file603[] = {
#embed "../../../Corpus/portable/property-list-xml/string" if_empty(0)
};
static const unsigned char file604[] = {
#embed "../../../Corpus/portable/property-list-xml/string-bare-ampersand" if_empty(0)
};
static const unsigned char file605[] = {
#embed "../../../Corpus/portable/property-list-xml/string-cdata" if_empty(0)
};
static const unsigned char file606[] = {
#embed "../../../Corpus/portable/property-list-xml/string-comment-within" if_empty(0)
};
static const unsigned char file607[] = {
#embed "../../../Corpus/portable/property-list-xml/string-control-character" if_empty(0)
};
static const unsigned char file608[] = {
#embed "../../../Corpus/portable/property-list-xml/string-element-within" if_empty(0)
};
static const unsigned char file609[] = {
#embed "../../../Corpus/portable/property-list-xml/string-empty" if_empty(0)
};
static const unsigned char file610[] = {
#embed "../../../Corpus/portable/property-list-xml/string-line-ends" if_empty(0)
};
static const unsigned char file611[] = {
#embed "../../../Corpus/portable/property-list-xml/string-multibyte" if_empty(0)
};
static const unsigned char file612[] = {
#embed "../../../Corpus/portable/property-list-xml/string-noncharacter" if_empty(0)
};
static const unsigned char file613[] = {
#embed "../../../Corpus/portable/property-list-xml/string-null" if_empty(0)
};
static const unsigned char file614[] = {
#embed "../../../Corpus/portable/property-list-xml/string-reference-to-nul" if_empty(0)
};
static const unsigned char file615[] = {
#embed "../../../Corpus/portable/property-list-xml/string-reference-to-surrogate" if_empty(0)
};
static const unsigned char file616[] = {
#embed "../../../Corpus/portable/property-list-xml/string-reference-too-large" if_empty(0)
};
static const unsigned char file617[] = {
#embed "../../../Corpus/portable/property-list-xml/string-reference-without-digits" if_empty(0)
};
static const unsigned char file618[] = {
#embed "../../../Corpus/portable/property-list-xml/string-references" if_empty(0)
};
static const unsigned char file619[] = {
#embed "../../../Corpus/portable/property-list-xml/string-unknown-entity" if_empty(0)
};
static const unsigned char file620[] = {
#embed "../../../Corpus/portable/property-list-xml/text-between-elements" if_empty(0)
};
static const unsigned char file621[] = {
#embed "../../../Corpus/portable/property-list-xml/trailing-text" if_empty(0)
};
static const unsigned char file622[] = {
#embed "../../../Corpus/portable/property-list-xml/truncated-in-a-tag" if_empty(0)
};
static const unsigned char file623[] = {
#embed "../../../Corpus/portable/property-list-xml/truncated-in-an-attribute" if_empty(0)
};
static const unsigned char file624[] = {
#embed "../../../Corpus/portable/property-list-xml/truncated-in-cdata" if_empty(0)
};
static const unsigned char file625[] = {
#embed "../../../Corpus/portable/property-list-xml/truncated-in-text" if_empty(0)
};
static const unsigned char file626[] = {
#embed "../../../Corpus/portable/property-list-xml/uid" if_empty(0)
};
static const unsigned char file627[] = {
#embed "../../../Corpus/portable/property-list-xml/uid-negative" if_empty(0)
};
static const unsigned char file628[] = {
#embed "../../../Corpus/portable/property-list-xml/uid-that-is-too-deep" if_empty(0)
};
static const unsigned char file629[] = {
#embed "../../../Corpus/portable/property-list-xml/uid-with-another-member" if_empty(0)
};
static const unsigned char file630[] = {
#embed "../../../Corpus/portable/property-list-xml/unknown-element" if_empty(0)
};
static const unsigned char file631[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-16-big-endian-without-mark" if_empty(0)
};
static const unsigned char file632[] = {
255, 254, 60, 0, 112, 0, 108, 0, 105, 0, 115, 0, 116, 0, 62, 0, 60, 0, 115, 0, 116, 0, 114, 0, 105, 0, 110, 0, 103, 0, 62, 0, 233, 0, 61, 216, 0, 222, 60, 0, 47, 0, 115, 0, 116, 0, 114, 0, 105, 0, 110, 0, 103, 0, 62, 0, 60, 0, 47, 0, 112, 0, 108, 0, 105, 0, 115, 0, 116, 0, 62, 0
};
static const unsigned char file633[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-16-lone-surrogate" if_empty(0)
};
static const unsigned char file634[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-16-odd-byte" if_empty(0)
};
static const unsigned char file635[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-32" if_empty(0)
};
static const unsigned char file636[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-8-invalid" if_empty(0)
};
static const unsigned char file637[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-8-mark" if_empty(0)
};
static const unsigned char file638[] = {
#embed "../../../Corpus/portable/property-list-xml/white-space-everywhere" if_empty(0)
};
static const unsigned char file639[] = {
#embed "../../../Corpus/portable/property-list-xml/whole-document" if_empty(0)
};
static const unsigned char file640[] = {
#embed "../../../Corpus/portable/query.dict" if_empty(0)
};
static const unsigned char file641[] = {
#embed "../../../Corpus/portable/query/array-of-arrays" if_empty(0)
};
static const unsigned char file642[] = {
#embed "../../../Corpus/portable/query/array-of-objects" if_empty(0)
};
static const unsigned char file643[] = {
#embed "../../../Corpus/portable/query/brackets" if_empty(0)
};
static const unsigned char file644[] = {
#embed "../../../Corpus/portable/query/combining-marks" if_empty(0)
};
static const unsigned char file645[] = {
#embed "../../../Corpus/portable/query/comma" if_empty(0)
};
static const unsigned char file646[] = {
#embed "../../../Corpus/portable/query/dots" if_empty(0)
};
static const unsigned char file647[] = {
#embed "../../../Corpus/portable/query/empty-bracket-first" if_empty(0)
};
static const unsigned char file648[] = {
#embed "../../../Corpus/portable/query/equals-in-value" if_empty(0)
};
static const unsigned char file649[] = {
#embed "../../../Corpus/portable/query/escaped-brackets" if_empty(0)
};
static const unsigned char file650[] = {
#embed "../../../Corpus/portable/query/indexed" if_empty(0)
};
static const unsigned char file651[] = {
#embed "../../../Corpus/portable/query/indexed-huge" if_empty(0)
};
static const unsigned char file652[] = {
#embed "../../../Corpus/portable/query/indexed-with-gap" if_empty(0)
};
static const unsigned char file653[] = {
#embed "../../../Corpus/portable/query/link" if_empty(0)
};
static const unsigned char file654[] = {
#embed "../../../Corpus/portable/query/name-alone" if_empty(0)
};
static const unsigned char file655[] = {
#embed "../../../Corpus/portable/query/nested" if_empty(0)
};
static const unsigned char file656[] = {
#embed "../../../Corpus/portable/query/nested-deep" if_empty(0)
};
static const unsigned char file657[] = {
#embed "../../../Corpus/portable/query/nested-deep-arrays" if_empty(0)
};
static const unsigned char file658[] = {
#embed "../../../Corpus/portable/query/nils-bare" if_empty(0)
};
static const unsigned char file659[] = {
#embed "../../../Corpus/portable/query/nils-empty" if_empty(0)
};
static const unsigned char file660[] = {
#embed "../../../Corpus/portable/query/not-utf8" if_empty(0)
};
static const unsigned char file661[] = {
#embed "../../../Corpus/portable/query/not-utf8-after-text" if_empty(0)
};
static const unsigned char file662[] = {
#embed "../../../Corpus/portable/query/not-utf8-unescaped" if_empty(0)
};
static const unsigned char file663[] = {
#embed "../../../Corpus/portable/query/nothing" if_empty(0)
};
static const unsigned char file664[] = {
#embed "../../../Corpus/portable/query/open-bracket" if_empty(0)
};
static const unsigned char file665[] = {
#embed "../../../Corpus/portable/query/overlong" if_empty(0)
};
static const unsigned char file666[] = {
#embed "../../../Corpus/portable/query/pairs" if_empty(0)
};
static const unsigned char file667[] = {
#embed "../../../Corpus/portable/query/percent-alone" if_empty(0)
};
static const unsigned char file668[] = {
#embed "../../../Corpus/portable/query/percent-at-end" if_empty(0)
};
static const unsigned char file669[] = {
#embed "../../../Corpus/portable/query/percent-not-hexadecimal" if_empty(0)
};
static const unsigned char file670[] = {
#embed "../../../Corpus/portable/query/plus-is-plus" if_empty(0)
};
static const unsigned char file671[] = {
#embed "../../../Corpus/portable/query/plus-is-space" if_empty(0)
};
static const unsigned char file672[] = {
#embed "../../../Corpus/portable/query/plus-number" if_empty(0)
};
static const unsigned char file673[] = {
#embed "../../../Corpus/portable/query/repeated" if_empty(0)
};
static const unsigned char file674[] = {
#embed "../../../Corpus/portable/query/separators-alone" if_empty(0)
};
static const unsigned char file675[] = {
#embed "../../../Corpus/portable/query/surrogate" if_empty(0)
};
static const unsigned char file676[] = {
#embed "../../../Corpus/portable/query/umlauts" if_empty(0)
};
static const unsigned char file677[] = {
#embed "../../../Corpus/portable/raw-deflate.dict" if_empty(0)
};
static const unsigned char file678[] = {
#embed "../../../Corpus/portable/raw-deflate/bad-code-lengths" if_empty(0)
};
static const unsigned char file679[] = {
#embed "../../../Corpus/portable/raw-deflate/distance-back" if_empty(0)
};
static const unsigned char file680[] = {
#embed "../../../Corpus/portable/raw-deflate/distance-too-far" if_empty(0)
};
static const unsigned char file681[] = {
#embed "../../../Corpus/portable/raw-deflate/dynamic-codes" if_empty(0)
};
static const unsigned char file682[] = {
#embed "../../../Corpus/portable/raw-deflate/empty" if_empty(0)
};
static const unsigned char file683[] = {
#embed "../../../Corpus/portable/raw-deflate/empty-then-zero" if_empty(0)
};
static const unsigned char file684[] = {
#embed "../../../Corpus/portable/raw-deflate/huffman-alone" if_empty(0)
};
static const unsigned char file685[] = {
#embed "../../../Corpus/portable/raw-deflate/no-code-length-codes" if_empty(0)
};
static const unsigned char file686[] = {
#embed "../../../Corpus/portable/raw-deflate/no-end-of-block" if_empty(0)
};
static const unsigned char file687[] = {
#embed "../../../Corpus/portable/raw-deflate/nothing" if_empty(0)
};
static const unsigned char file688[] = {
#embed "../../../Corpus/portable/raw-deflate/reserved-block" if_empty(0)
};
static const unsigned char file689[] = {
#embed "../../../Corpus/portable/raw-deflate/runs" if_empty(0)
};
static const unsigned char file690[] = {
#embed "../../../Corpus/portable/raw-deflate/stored-length-wrong" if_empty(0)
};
static const unsigned char file691[] = {
#embed "../../../Corpus/portable/raw-deflate/text" if_empty(0)
};
static const unsigned char file692[] = {
#embed "../../../Corpus/portable/raw-deflate/then-garbage" if_empty(0)
};
static const unsigned char file693[] = {
#embed "../../../Corpus/portable/server-sent-events.dict" if_empty(0)
};
static const unsigned char file694[] = {
#embed "../../../Corpus/portable/server-sent-events/blank-lines-only" if_empty(0)
};
static const unsigned char file695[] = {
#embed "../../../Corpus/portable/server-sent-events/byte-order-mark" if_empty(0)
};
static const unsigned char file696[] = {
#embed "../../../Corpus/portable/server-sent-events/byte-order-mark-alone" if_empty(0)
};
static const unsigned char file697[] = {
#embed "../../../Corpus/portable/server-sent-events/byte-order-mark-cut-short" if_empty(0)
};
static const unsigned char file698[] = {
#embed "../../../Corpus/portable/server-sent-events/byte-order-mark-twice" if_empty(0)
};
static const unsigned char file699[] = {
#embed "../../../Corpus/portable/server-sent-events/colon-alone" if_empty(0)
};
static const unsigned char file700[] = {
#embed "../../../Corpus/portable/server-sent-events/combining-marks" if_empty(0)
};
static const unsigned char file701[] = {
#embed "../../../Corpus/portable/server-sent-events/comments" if_empty(0)
};
static const unsigned char file702[] = {
#embed "../../../Corpus/portable/server-sent-events/cr-cr-lf" if_empty(0)
};
static const unsigned char file703[] = {
#embed "../../../Corpus/portable/server-sent-events/data-without-colon" if_empty(0)
};
static const unsigned char file704[] = {
#embed "../../../Corpus/portable/server-sent-events/empty-input" if_empty(0)
};
static const unsigned char file705[] = {
#embed "../../../Corpus/portable/server-sent-events/event-name" if_empty(0)
};
static const unsigned char file706[] = {
#embed "../../../Corpus/portable/server-sent-events/half-a-byte-order-mark" if_empty(0)
};
static const unsigned char file707[] = {
#embed "../../../Corpus/portable/server-sent-events/half-a-byte-order-mark-counts-for-the-offset" if_empty(0)
};
static const unsigned char file708[] = {
#embed "../../../Corpus/portable/server-sent-events/id-lasts" if_empty(0)
};
static const unsigned char file709[] = {
#embed "../../../Corpus/portable/server-sent-events/id-with-nul" if_empty(0)
};
static const unsigned char file710[] = {
#embed "../../../Corpus/portable/server-sent-events/id-without-data" if_empty(0)
};
static const unsigned char file711[] = {
#embed "../../../Corpus/portable/server-sent-events/invalid-utf-8" if_empty(0)
};
static const unsigned char file712[] = {
#embed "../../../Corpus/portable/server-sent-events/leading-spaces" if_empty(0)
};
static const unsigned char file713[] = {
#embed "../../../Corpus/portable/server-sent-events/lf-cr" if_empty(0)
};
static const unsigned char file714[] = {
#embed "../../../Corpus/portable/server-sent-events/line-ends-of-three-kinds" if_empty(0)
};
static const unsigned char file715[] = {
#embed "../../../Corpus/portable/server-sent-events/nul-in-data" if_empty(0)
};
static const unsigned char file716[] = {
#embed "../../../Corpus/portable/server-sent-events/retry" if_empty(0)
};
static const unsigned char file717[] = {
#embed "../../../Corpus/portable/server-sent-events/retry-empty" if_empty(0)
};
static const unsigned char file718[] = {
#embed "../../../Corpus/portable/server-sent-events/retry-too-large" if_empty(0)
};
static const unsigned char file719[] = {
#embed "../../../Corpus/portable/server-sent-events/retry-with-sign" if_empty(0)
};
static const unsigned char file720[] = {
#embed "../../../Corpus/portable/server-sent-events/single-event" if_empty(0)
};
static const unsigned char file721[] = {
#embed "../../../Corpus/portable/server-sent-events/two-data-lines" if_empty(0)
};
static const unsigned char file722[] = {
#embed "../../../Corpus/portable/server-sent-events/unended-event" if_empty(0)
};
static const unsigned char file723[] = {
#embed "../../../Corpus/portable/server-sent-events/unended-line" if_empty(0)
};
static const unsigned char file724[] = {
#embed "../../../Corpus/portable/server-sent-events/unknown-field" if_empty(0)
};
static const unsigned char file725[] = {
#embed "../../../Corpus/portable/set-cookie.dict" if_empty(0)
};
static const unsigned char file726[] = {
#embed "../../../Corpus/portable/set-cookie/attribute-blanks" if_empty(0)
};
static const unsigned char file727[] = {
#embed "../../../Corpus/portable/set-cookie/attribute-unknown" if_empty(0)
};
static const unsigned char file728[] = {
#embed "../../../Corpus/portable/set-cookie/attributes" if_empty(0)
};
static const unsigned char file729[] = {
#embed "../../../Corpus/portable/set-cookie/domain-dot" if_empty(0)
};
static const unsigned char file730[] = {
#embed "../../../Corpus/portable/set-cookie/domain-empty" if_empty(0)
};
static const unsigned char file731[] = {
#embed "../../../Corpus/portable/set-cookie/domain-twice" if_empty(0)
};
static const unsigned char file732[] = {
#embed "../../../Corpus/portable/set-cookie/domain-upper-case" if_empty(0)
};
static const unsigned char file733[] = {
#embed "../../../Corpus/portable/set-cookie/empty" if_empty(0)
};
static const unsigned char file734[] = {
#embed "../../../Corpus/portable/set-cookie/expires" if_empty(0)
};
static const unsigned char file735[] = {
#embed "../../../Corpus/portable/set-cookie/expires-hyphens" if_empty(0)
};
static const unsigned char file736[] = {
#embed "../../../Corpus/portable/set-cookie/expires-malformed" if_empty(0)
};
static const unsigned char file737[] = {
#embed "../../../Corpus/portable/set-cookie/expires-no-such-day" if_empty(0)
};
static const unsigned char file738[] = {
#embed "../../../Corpus/portable/set-cookie/expires-order" if_empty(0)
};
static const unsigned char file739[] = {
#embed "../../../Corpus/portable/set-cookie/expires-past" if_empty(0)
};
static const unsigned char file740[] = {
#embed "../../../Corpus/portable/set-cookie/expires-two-digits" if_empty(0)
};
static const unsigned char file741[] = {
#embed "../../../Corpus/portable/set-cookie/expires-year-1600" if_empty(0)
};
static const unsigned char file742[] = {
#embed "../../../Corpus/portable/set-cookie/max-age" if_empty(0)
};
static const unsigned char file743[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-before-expires" if_empty(0)
};
static const unsigned char file744[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-huge" if_empty(0)
};
static const unsigned char file745[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-letters" if_empty(0)
};
static const unsigned char file746[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-negative" if_empty(0)
};
static const unsigned char file747[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-plus" if_empty(0)
};
static const unsigned char file748[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-zero" if_empty(0)
};
static const unsigned char file749[] = {
#embed "../../../Corpus/portable/set-cookie/name-alone" if_empty(0)
};
static const unsigned char file750[] = {
#embed "../../../Corpus/portable/set-cookie/name-blanks" if_empty(0)
};
static const unsigned char file751[] = {
#embed "../../../Corpus/portable/set-cookie/name-case" if_empty(0)
};
static const unsigned char file752[] = {
#embed "../../../Corpus/portable/set-cookie/name-empty" if_empty(0)
};
static const unsigned char file753[] = {
#embed "../../../Corpus/portable/set-cookie/name-host-prefix" if_empty(0)
};
static const unsigned char file754[] = {
#embed "../../../Corpus/portable/set-cookie/name-no-token" if_empty(0)
};
static const unsigned char file755[] = {
#embed "../../../Corpus/portable/set-cookie/name-secure-prefix" if_empty(0)
};
static const unsigned char file756[] = {
#embed "../../../Corpus/portable/set-cookie/pair" if_empty(0)
};
static const unsigned char file757[] = {
#embed "../../../Corpus/portable/set-cookie/path-empty" if_empty(0)
};
static const unsigned char file758[] = {
#embed "../../../Corpus/portable/set-cookie/path-relative" if_empty(0)
};
static const unsigned char file759[] = {
#embed "../../../Corpus/portable/set-cookie/same-site" if_empty(0)
};
static const unsigned char file760[] = {
#embed "../../../Corpus/portable/set-cookie/secure-with-value" if_empty(0)
};
static const unsigned char file761[] = {
#embed "../../../Corpus/portable/set-cookie/semicolon-alone" if_empty(0)
};
static const unsigned char file762[] = {
#embed "../../../Corpus/portable/set-cookie/semicolon-first" if_empty(0)
};
static const unsigned char file763[] = {
#embed "../../../Corpus/portable/set-cookie/semicolons" if_empty(0)
};
static const unsigned char file764[] = {
#embed "../../../Corpus/portable/set-cookie/value-blanks" if_empty(0)
};
static const unsigned char file765[] = {
#embed "../../../Corpus/portable/set-cookie/value-comma" if_empty(0)
};
static const unsigned char file766[] = {
#embed "../../../Corpus/portable/set-cookie/value-control" if_empty(0)
};
static const unsigned char file767[] = {
#embed "../../../Corpus/portable/set-cookie/value-empty" if_empty(0)
};
static const unsigned char file768[] = {
#embed "../../../Corpus/portable/set-cookie/value-long" if_empty(0)
};
static const unsigned char file769[] = {
#embed "../../../Corpus/portable/set-cookie/value-nul" if_empty(0)
};
static const unsigned char file770[] = {
#embed "../../../Corpus/portable/set-cookie/value-percent" if_empty(0)
};
static const unsigned char file771[] = {
#embed "../../../Corpus/portable/set-cookie/value-quoted" if_empty(0)
};
static const unsigned char file772[] = {
#embed "../../../Corpus/portable/set-cookie/value-quoted-semicolon" if_empty(0)
};
static const unsigned char file773[] = {
#embed "../../../Corpus/portable/set-cookie/value-tab" if_empty(0)
};
static const unsigned char file774[] = {
#embed "../../../Corpus/portable/set-cookie/value-too-long" if_empty(0)
};
static const unsigned char file775[] = {
#embed "../../../Corpus/portable/set-cookie/value-umlaut" if_empty(0)
};
static const unsigned char file776[] = {
#embed "../../../Corpus/portable/set-cookie/value-with-equals" if_empty(0)
};
static const unsigned char file777[] = {
#embed "../../../Corpus/portable/url.dict" if_empty(0)
};
static const unsigned char file778[] = {
#embed "../../../Corpus/portable/url/backslash-in-authority" if_empty(0)
};
static const unsigned char file779[] = {
#embed "../../../Corpus/portable/url/backslashes" if_empty(0)
};
static const unsigned char file780[] = {
#embed "../../../Corpus/portable/url/blanks-around" if_empty(0)
};
static const unsigned char file781[] = {
#embed "../../../Corpus/portable/url/data" if_empty(0)
};
static const unsigned char file782[] = {
#embed "../../../Corpus/portable/url/dot-segments" if_empty(0)
};
static const unsigned char file783[] = {
#embed "../../../Corpus/portable/url/dot-segments-escaped" if_empty(0)
};
static const unsigned char file784[] = {
#embed "../../../Corpus/portable/url/empty" if_empty(0)
};
static const unsigned char file785[] = {
#embed "../../../Corpus/portable/url/empty-segments" if_empty(0)
};
static const unsigned char file786[] = {
#embed "../../../Corpus/portable/url/file" if_empty(0)
};
static const unsigned char file787[] = {
#embed "../../../Corpus/portable/url/file-drive" if_empty(0)
};
static const unsigned char file788[] = {
#embed "../../../Corpus/portable/url/fragment" if_empty(0)
};
static const unsigned char file789[] = {
#embed "../../../Corpus/portable/url/fragment-number-sign" if_empty(0)
};
static const unsigned char file790[] = {
#embed "../../../Corpus/portable/url/host-empty" if_empty(0)
};
static const unsigned char file791[] = {
#embed "../../../Corpus/portable/url/host-percent" if_empty(0)
};
static const unsigned char file792[] = {
#embed "../../../Corpus/portable/url/host-percent-slash" if_empty(0)
};
static const unsigned char file793[] = {
#embed "../../../Corpus/portable/url/host-punycode" if_empty(0)
};
static const unsigned char file794[] = {
#embed "../../../Corpus/portable/url/host-space" if_empty(0)
};
static const unsigned char file795[] = {
#embed "../../../Corpus/portable/url/host-umlaut" if_empty(0)
};
static const unsigned char file796[] = {
#embed "../../../Corpus/portable/url/host-underscore" if_empty(0)
};
static const unsigned char file797[] = {
#embed "../../../Corpus/portable/url/host-upper-case" if_empty(0)
};
static const unsigned char file798[] = {
#embed "../../../Corpus/portable/url/http" if_empty(0)
};
static const unsigned char file799[] = {
#embed "../../../Corpus/portable/url/http-without-path" if_empty(0)
};
static const unsigned char file800[] = {
#embed "../../../Corpus/portable/url/ip-future" if_empty(0)
};
static const unsigned char file801[] = {
#embed "../../../Corpus/portable/url/ipv4" if_empty(0)
};
static const unsigned char file802[] = {
#embed "../../../Corpus/portable/url/ipv4-ends-with-dot" if_empty(0)
};
static const unsigned char file803[] = {
#embed "../../../Corpus/portable/url/ipv4-five-numbers" if_empty(0)
};
static const unsigned char file804[] = {
#embed "../../../Corpus/portable/url/ipv4-hexadecimal" if_empty(0)
};
static const unsigned char file805[] = {
#embed "../../../Corpus/portable/url/ipv4-octal" if_empty(0)
};
static const unsigned char file806[] = {
#embed "../../../Corpus/portable/url/ipv4-one-number" if_empty(0)
};
static const unsigned char file807[] = {
#embed "../../../Corpus/portable/url/ipv4-too-large" if_empty(0)
};
static const unsigned char file808[] = {
#embed "../../../Corpus/portable/url/ipv6" if_empty(0)
};
static const unsigned char file809[] = {
#embed "../../../Corpus/portable/url/ipv6-ipv4" if_empty(0)
};
static const unsigned char file810[] = {
#embed "../../../Corpus/portable/url/ipv6-nine-groups" if_empty(0)
};
static const unsigned char file811[] = {
#embed "../../../Corpus/portable/url/ipv6-not-closed" if_empty(0)
};
static const unsigned char file812[] = {
#embed "../../../Corpus/portable/url/ipv6-port" if_empty(0)
};
static const unsigned char file813[] = {
#embed "../../../Corpus/portable/url/ipv6-two-gaps" if_empty(0)
};
static const unsigned char file814[] = {
#embed "../../../Corpus/portable/url/ipv6-without-brackets" if_empty(0)
};
static const unsigned char file815[] = {
#embed "../../../Corpus/portable/url/ipv6-zone" if_empty(0)
};
static const unsigned char file816[] = {
#embed "../../../Corpus/portable/url/ipv6-zone-bare" if_empty(0)
};
static const unsigned char file817[] = {
#embed "../../../Corpus/portable/url/javascript" if_empty(0)
};
static const unsigned char file818[] = {
#embed "../../../Corpus/portable/url/line-feed" if_empty(0)
};
static const unsigned char file819[] = {
#embed "../../../Corpus/portable/url/mailto" if_empty(0)
};
static const unsigned char file820[] = {
#embed "../../../Corpus/portable/url/no-scheme" if_empty(0)
};
static const unsigned char file821[] = {
#embed "../../../Corpus/portable/url/nul" if_empty(0)
};
static const unsigned char file822[] = {
#embed "../../../Corpus/portable/url/path-colon" if_empty(0)
};
static const unsigned char file823[] = {
#embed "../../../Corpus/portable/url/path-space" if_empty(0)
};
static const unsigned char file824[] = {
#embed "../../../Corpus/portable/url/path-umlaut" if_empty(0)
};
static const unsigned char file825[] = {
#embed "../../../Corpus/portable/url/percent" if_empty(0)
};
static const unsigned char file826[] = {
#embed "../../../Corpus/portable/url/percent-alone" if_empty(0)
};
static const unsigned char file827[] = {
#embed "../../../Corpus/portable/url/percent-not-hexadecimal" if_empty(0)
};
static const unsigned char file828[] = {
#embed "../../../Corpus/portable/url/percent-nul" if_empty(0)
};
static const unsigned char file829[] = {
#embed "../../../Corpus/portable/url/port" if_empty(0)
};
static const unsigned char file830[] = {
#embed "../../../Corpus/portable/url/port-default" if_empty(0)
};
static const unsigned char file831[] = {
#embed "../../../Corpus/portable/url/port-empty" if_empty(0)
};
static const unsigned char file832[] = {
#embed "../../../Corpus/portable/url/port-leading-zeros" if_empty(0)
};
static const unsigned char file833[] = {
#embed "../../../Corpus/portable/url/port-not-a-number" if_empty(0)
};
static const unsigned char file834[] = {
#embed "../../../Corpus/portable/url/port-too-large" if_empty(0)
};
static const unsigned char file835[] = {
#embed "../../../Corpus/portable/url/query" if_empty(0)
};
static const unsigned char file836[] = {
#embed "../../../Corpus/portable/url/query-empty" if_empty(0)
};
static const unsigned char file837[] = {
#embed "../../../Corpus/portable/url/query-in-fragment" if_empty(0)
};
static const unsigned char file838[] = {
#embed "../../../Corpus/portable/url/query-question-mark" if_empty(0)
};
static const unsigned char file839[] = {
#embed "../../../Corpus/portable/url/relative" if_empty(0)
};
static const unsigned char file840[] = {
#embed "../../../Corpus/portable/url/scheme-alone" if_empty(0)
};
static const unsigned char file841[] = {
#embed "../../../Corpus/portable/url/scheme-digit-first" if_empty(0)
};
static const unsigned char file842[] = {
#embed "../../../Corpus/portable/url/urn" if_empty(0)
};
static const unsigned char file843[] = {
#embed "../../../Corpus/portable/url/user-info" if_empty(0)
};
static const unsigned char file844[] = {
#embed "../../../Corpus/portable/url/user-info-empty" if_empty(0)
};
static const unsigned char file845[] = {
#embed "../../../Corpus/portable/url/user-info-looks-like-host" if_empty(0)
};
static const unsigned char file846[] = {
#embed "../../../Corpus/portable/url/user-info-two-at-signs" if_empty(0)
};
static const unsigned char file847[] = {
#embed "../../../Corpus/portable/zlib.dict" if_empty(0)
};
static const unsigned char file848[] = {
#embed "../../../Corpus/portable/zlib/dictionary" if_empty(0)
};
static const unsigned char file849[] = {
#embed "../../../Corpus/portable/zlib/empty" if_empty(0)
};
static const unsigned char file850[] = {
#embed "../../../Corpus/portable/zlib/small-window" if_empty(0)
};
static const unsigned char file851[] = {
#embed "../../../Corpus/portable/zlib/text" if_empty(0)
};
static const unsigned char file852[] = {
#embed "../../../Corpus/portable/zlib/then-garbage" if_empty(0)
};
static const unsigned char file853[] = {
#embed "../../../Corpus/portable/zlib/wrong-adler" if_empty(0)
};

static const struct corpus_file files[] = {
  {"content-disposition.dict", file0, sizeof file0},
  {"content-disposition/attachment", file1, sizeof file1},
  {"content-disposition/backslash-at-end", file2, sizeof file2},
  {"content-disposition/behind-quotes", file3, sizeof file3},
  {"content-disposition/blanks", file4, sizeof file4},
  {"content-disposition/control", file5, sizeof file5},
  {"content-disposition/control-escaped", file6, sizeof file6},
  {"content-disposition/device", file7, sizeof file7},
  {"content-disposition/dots", file8, sizeof file8},
  {"content-disposition/dots-and-hyphens", file9, sizeof file9},
  {"content-disposition/empty", file10, 0},
  {"content-disposition/escaped", file11, sizeof file11},
  {"content-disposition/escaped-quotes", file12, sizeof file12},
  {"content-disposition/escaped-quotes-before-semicolon", file13, sizeof file13},
  {"content-disposition/escaped-quotes-none", file14, sizeof file14},
  {"content-disposition/extended", file15, sizeof file15},
  {"content-disposition/extended-bad-character", file16, sizeof file16},
  {"content-disposition/extended-latin-1", file17, sizeof file17},
  {"content-disposition/extended-line-break", file18, sizeof file18},
  {"content-disposition/extended-no-quotes", file19, sizeof file19},
  {"content-disposition/extended-not-utf8", file20, sizeof file20},
  {"content-disposition/extended-nul", file21, sizeof file21},
  {"content-disposition/extended-one-quote", file22, sizeof file22},
  {"content-disposition/extended-other-charset", file23, sizeof file23},
  {"content-disposition/extended-percent-alone", file24, sizeof file24},
  {"content-disposition/form", file25, sizeof file25},
  {"content-disposition/form-backslash", file26, sizeof file26},
  {"content-disposition/form-control", file27, sizeof file27},
  {"content-disposition/form-extended-ignored", file28, sizeof file28},
  {"content-disposition/form-line-break", file29, sizeof file29},
  {"content-disposition/form-percent", file30, sizeof file30},
  {"content-disposition/form-two-backslashes", file31, sizeof file31},
  {"content-disposition/home-folder", file32, sizeof file32},
  {"content-disposition/inline", file33, sizeof file33},
  {"content-disposition/long-extension", file34, sizeof file34},
  {"content-disposition/long-name", file35, sizeof file35},
  {"content-disposition/long-name-of-a-device", file36, sizeof file36},
  {"content-disposition/no-type", file37, sizeof file37},
  {"content-disposition/no-value", file38, sizeof file38},
  {"content-disposition/no-value-token", file39, sizeof file39},
  {"content-disposition/nul", file40, sizeof file40},
  {"content-disposition/option", file41, sizeof file41},
  {"content-disposition/path", file42, sizeof file42},
  {"content-disposition/quotes-not-closed", file43, sizeof file43},
  {"content-disposition/token-file-name", file44, sizeof file44},
  {"content-disposition/twice", file45, sizeof file45},
  {"content-disposition/umlaut", file46, sizeof file46},
  {"content-disposition/upper-case", file47, sizeof file47},
  {"content-disposition/windows-path", file48, sizeof file48},
  {"content-disposition/writing-direction", file49, sizeof file49},
  {"found.jsonl", file50, sizeof file50},
  {"gzip.dict", file51, sizeof file51},
  {"gzip/bomb", file52, sizeof file52},
  {"gzip/cut-in-data", file53, sizeof file53},
  {"gzip/cut-in-header", file54, sizeof file54},
  {"gzip/cut-in-trailer", file55, sizeof file55},
  {"gzip/empty", file56, sizeof file56},
  {"gzip/header-checksum", file57, sizeof file57},
  {"gzip/header-checksum-wrong", file58, sizeof file58},
  {"gzip/header-name-comment-extra", file59, sizeof file59},
  {"gzip/member-then-half-magic", file60, sizeof file60},
  {"gzip/member-then-zeros", file61, sizeof file61},
  {"gzip/no-header", file62, sizeof file62},
  {"gzip/one-byte", file63, sizeof file63},
  {"gzip/reserved-flags", file64, sizeof file64},
  {"gzip/stored", file65, sizeof file65},
  {"gzip/text", file66, sizeof file66},
  {"gzip/then-garbage", file67, sizeof file67},
  {"gzip/two-members", file68, sizeof file68},
  {"gzip/unknown-method", file69, sizeof file69},
  {"gzip/wrong-checksum", file70, sizeof file70},
  {"gzip/wrong-length", file71, sizeof file71},
  {"gzip/zeros-then-garbage", file72, sizeof file72},
  {"http-date.dict", file73, sizeof file73},
  {"http-date/asctime", file74, sizeof file74},
  {"http-date/asctime-two-digits", file75, sizeof file75},
  {"http-date/blanks-around", file76, sizeof file76},
  {"http-date/day-0", file77, sizeof file77},
  {"http-date/empty", file78, 0},
  {"http-date/four-digit-year-in-rfc-850", file79, sizeof file79},
  {"http-date/fraction", file80, sizeof file80},
  {"http-date/full-day-name-with-comma", file81, sizeof file81},
  {"http-date/hour-24", file82, sizeof file82},
  {"http-date/imf", file83, sizeof file83},
  {"http-date/last-year", file84, sizeof file84},
  {"http-date/leap-day", file85, sizeof file85},
  {"http-date/leap-second", file86, sizeof file86},
  {"http-date/lower-case", file87, sizeof file87},
  {"http-date/no-day-name", file88, sizeof file88},
  {"http-date/no-leap-day", file89, sizeof file89},
  {"http-date/no-such-day", file90, sizeof file90},
  {"http-date/one-digit-day", file91, sizeof file91},
  {"http-date/other-zone", file92, sizeof file92},
  {"http-date/rfc-850", file93, sizeof file93},
  {"http-date/rfc-850-two-parts", file94, sizeof file94},
  {"http-date/seconds", file95, sizeof file95},
  {"http-date/seconds-0", file96, sizeof file96},
  {"http-date/seconds-largest", file97, sizeof file97},
  {"http-date/seconds-many", file98, sizeof file98},
  {"http-date/seconds-negative", file99, sizeof file99},
  {"http-date/seconds-with-sign", file100, sizeof file100},
  {"http-date/signs-in-numbers", file101, sizeof file101},
  {"http-date/too-long", file102, sizeof file102},
  {"http-date/two-digit-year-69", file103, sizeof file103},
  {"http-date/two-digit-year-70", file104, sizeof file104},
  {"http-date/wrong-day-name", file105, sizeof file105},
  {"http-date/year-0", file106, sizeof file106},
  {"http-head.dict", file107, sizeof file107},
  {"http-head/blanks-around-value", file108, sizeof file108},
  {"http-head/carriage-return-within", file109, sizeof file109},
  {"http-head/cut", file110, sizeof file110},
  {"http-head/folded", file111, sizeof file111},
  {"http-head/folded-behind-none", file112, sizeof file112},
  {"http-head/folded-blanks", file113, sizeof file113},
  {"http-head/folded-first", file114, sizeof file114},
  {"http-head/http-2", file115, sizeof file115},
  {"http-head/interim", file116, sizeof file116},
  {"http-head/latin-1", file117, sizeof file117},
  {"http-head/length-and-chunks", file118, sizeof file118},
  {"http-head/length-behind-an-empty-one", file119, sizeof file119},
  {"http-head/length-comma-alone", file120, sizeof file120},
  {"http-head/length-empty", file121, sizeof file121},
  {"http-head/length-no-number", file122, sizeof file122},
  {"http-head/length-of-two-numbers", file123, sizeof file123},
  {"http-head/length-signed", file124, sizeof file124},
  {"http-head/length-too-large", file125, sizeof file125},
  {"http-head/lengths-other", file126, sizeof file126},
  {"http-head/lengths-same", file127, sizeof file127},
  {"http-head/lengths-with-tab", file128, sizeof file128},
  {"http-head/line-feeds", file129, sizeof file129},
  {"http-head/no-head", file130, sizeof file130},
  {"http-head/no-token", file131, sizeof file131},
  {"http-head/not-modified", file132, sizeof file132},
  {"http-head/nul-in-value", file133, sizeof file133},
  {"http-head/ok", file134, sizeof file134},
  {"http-head/pseudo-field", file135, sizeof file135},
  {"http-head/reason-umlaut", file136, sizeof file136},
  {"http-head/same-field-twice", file137, sizeof file137},
  {"http-head/status-missing", file138, sizeof file138},
  {"http-head/status-no-number", file139, sizeof file139},
  {"http-head/status-signed", file140, sizeof file140},
  {"http-head/status-too-large", file141, sizeof file141},
  {"http-head/status-too-small", file142, sizeof file142},
  {"http-head/trailer", file143, sizeof file143},
  {"http-head/two-heads", file144, sizeof file144},
  {"json-lines.dict", file145, sizeof file145},
  {"json-lines/blank-lines", file146, sizeof file146},
  {"json-lines/byte-order-mark", file147, sizeof file147},
  {"json-lines/byte-order-mark-alone", file148, sizeof file148},
  {"json-lines/byte-order-mark-cut-short", file149, sizeof file149},
  {"json-lines/byte-order-mark-in-second-line", file150, sizeof file150},
  {"json-lines/byte-order-mark-twice", file151, sizeof file151},
  {"json-lines/crlf", file152, sizeof file152},
  {"json-lines/duplicate-key", file153, sizeof file153},
  {"json-lines/duplicate-key-refused", file154, sizeof file154},
  {"json-lines/empty-input", file155, 0},
  {"json-lines/error-behind-lone-cr", file156, sizeof file156},
  {"json-lines/error-behind-multibyte", file157, sizeof file157},
  {"json-lines/integer-with-zero-fraction", file158, sizeof file158},
  {"json-lines/integers", file159, sizeof file159},
  {"json-lines/integers-with-a-stranger", file160, sizeof file160},
  {"json-lines/invalid-utf-8", file161, sizeof file161},
  {"json-lines/last-line-unended", file162, sizeof file162},
  {"json-lines/lone-cr-is-data", file163, sizeof file163},
  {"json-lines/malformed-in-second-line", file164, sizeof file164},
  {"json-lines/nul", file165, sizeof file165},
  {"json-lines/record-over-two-lines", file166, sizeof file166},
  {"json-lines/text-with-combining-marks", file167, sizeof file167},
  {"json-lines/too-deep", file168, sizeof file168},
  {"json-lines/two-records", file169, sizeof file169},
  {"json-lines/two-records-in-a-line", file170, sizeof file170},
  {"json-sequence.dict", file171, sizeof file171},
  {"json-sequence/backslash-outside-of-strings", file172, sizeof file172},
  {"json-sequence/blank-at-end", file173, sizeof file173},
  {"json-sequence/blank-then-separator", file174, sizeof file174},
  {"json-sequence/brackets-that-do-not-match", file175, sizeof file175},
  {"json-sequence/byte-order-mark", file176, sizeof file176},
  {"json-sequence/byte-order-mark-first", file177, sizeof file177},
  {"json-sequence/container-then-text", file178, sizeof file178},
  {"json-sequence/container-then-text-then-record", file179, sizeof file179},
  {"json-sequence/container-then-white-space", file180, sizeof file180},
  {"json-sequence/container-without-line-feed", file181, sizeof file181},
  {"json-sequence/duplicate-key", file182, sizeof file182},
  {"json-sequence/empty-input", file183, 0},
  {"json-sequence/escaped-quotes", file184, sizeof file184},
  {"json-sequence/integers-and-a-stranger", file185, sizeof file185},
  {"json-sequence/lines-before-an-error", file186, sizeof file186},
  {"json-sequence/long-string-over-words", file187, sizeof file187},
  {"json-sequence/malformed", file188, sizeof file188},
  {"json-sequence/malformed-then-truncated", file189, sizeof file189},
  {"json-sequence/malformed-twice", file190, sizeof file190},
  {"json-sequence/missing-separator", file191, sizeof file191},
  {"json-sequence/missing-separator-behind-white-space", file192, sizeof file192},
  {"json-sequence/one-record", file193, sizeof file193},
  {"json-sequence/scalar-at-the-end", file194, sizeof file194},
  {"json-sequence/scalar-then-bracket", file195, sizeof file195},
  {"json-sequence/scalar-then-comma", file196, sizeof file196},
  {"json-sequence/scalar-then-comma-then-separator", file197, sizeof file197},
  {"json-sequence/scalar-without-white-space", file198, sizeof file198},
  {"json-sequence/separator-alone", file199, sizeof file199},
  {"json-sequence/separator-and-blank", file200, sizeof file200},
  {"json-sequence/separator-in-a-string", file201, sizeof file201},
  {"json-sequence/separators-in-a-row", file202, sizeof file202},
  {"json-sequence/several-records", file203, sizeof file203},
  {"json-sequence/too-deep", file204, sizeof file204},
  {"json-sequence/truncated-container", file205, sizeof file205},
  {"json-sequence/truncated-container-at-the-end", file206, sizeof file206},
  {"json-sequence/truncated-records", file207, sizeof file207},
  {"json-sequence/truncated-string", file208, sizeof file208},
  {"json.dict", file209, sizeof file209},
  {"json/array-empty", file210, sizeof file210},
  {"json/array-missing-comma", file211, sizeof file211},
  {"json/array-of-array", file212, sizeof file212},
  {"json/array-of-elements-of-each-kind", file213, sizeof file213},
  {"json/array-trailing-comma", file214, sizeof file214},
  {"json/array-unclosed", file215, sizeof file215},
  {"json/arrays-nested", file216, sizeof file216},
  {"json/byte-order-mark", file217, sizeof file217},
  {"json/byte-order-mark-cut-short", file218, sizeof file218},
  {"json/byte-order-mark-object", file219, sizeof file219},
  {"json/byte-order-mark-then-nul", file220, sizeof file220},
  {"json/byte-order-mark-twice", file221, sizeof file221},
  {"json/byte-order-mark-within", file222, sizeof file222},
  {"json/comment", file223, sizeof file223},
  {"json/decimal-digits", file224, sizeof file224},
  {"json/decimal-over-38-digits", file225, sizeof file225},
  {"json/depth-of-3", file226, sizeof file226},
  {"json/depth-of-4", file227, sizeof file227},
  {"json/depth-of-512", file228, sizeof file228},
  {"json/depth-of-513", file229, sizeof file229},
  {"json/depth-of-64", file230, sizeof file230},
  {"json/depth-of-65", file231, sizeof file231},
  {"json/double-half-way", file232, sizeof file232},
  {"json/double-half-way-long", file233, sizeof file233},
  {"json/double-huge-exponent", file234, sizeof file234},
  {"json/double-largest", file235, sizeof file235},
  {"json/double-long-digits", file236, sizeof file236},
  {"json/double-of-19-digits", file237, sizeof file237},
  {"json/double-overflow", file238, sizeof file238},
  {"json/double-overflow-by-exponent", file239, sizeof file239},
  {"json/double-smallest", file240, sizeof file240},
  {"json/double-subnormal-border", file241, sizeof file241},
  {"json/double-underflow", file242, sizeof file242},
  {"json/elements-cut", file243, sizeof file243},
  {"json/elements-of-growing-length", file244, sizeof file244},
  {"json/empty-input", file245, 0},
  {"json/empty-key-and-text", file246, sizeof file246},
  {"json/float-half-way", file247, sizeof file247},
  {"json/float-overflow", file248, sizeof file248},
  {"json/integer-128-bits", file249, sizeof file249},
  {"json/integer-by-exponent", file250, sizeof file250},
  {"json/integer-by-positive-exponent", file251, sizeof file251},
  {"json/integer-max", file252, sizeof file252},
  {"json/integer-min", file253, sizeof file253},
  {"json/integer-over-64-bits", file254, sizeof file254},
  {"json/integer-that-is-none", file255, sizeof file255},
  {"json/integer-with-zero-fraction", file256, sizeof file256},
  {"json/lines-of-three-kinds-before-an-error", file257, sizeof file257},
  {"json/list-of-bools", file258, sizeof file258},
  {"json/list-of-doubles", file259, sizeof file259},
  {"json/list-of-integers", file260, sizeof file260},
  {"json/list-of-mixed", file261, sizeof file261},
  {"json/list-of-nulls", file262, sizeof file262},
  {"json/list-of-texts", file263, sizeof file263},
  {"json/lists-of-lists", file264, sizeof file264},
  {"json/literal-cut-short", file265, sizeof file265},
  {"json/literal-with-more", file266, sizeof file266},
  {"json/literals-over-byte-64", file267, sizeof file267},
  {"json/minus-alone", file268, sizeof file268},
  {"json/nan", file269, sizeof file269},
  {"json/nul-after-space", file270, sizeof file270},
  {"json/nul-behind-document", file271, sizeof file271},
  {"json/nul-in-array", file272, sizeof file272},
  {"json/number-fraction-and-exponent", file273, sizeof file273},
  {"json/number-leading-zero", file274, sizeof file274},
  {"json/number-long", file275, sizeof file275},
  {"json/number-over-byte-64", file276, sizeof file276},
  {"json/number-over-byte-8", file277, sizeof file277},
  {"json/number-underflow", file278, sizeof file278},
  {"json/number-without-digits", file279, sizeof file279},
  {"json/number-without-exponent", file280, sizeof file280},
  {"json/number-without-fraction", file281, sizeof file281},
  {"json/object-closed-by-bracket", file282, sizeof file282},
  {"json/object-duplicate-key", file283, sizeof file283},
  {"json/object-duplicate-key-apart", file284, sizeof file284},
  {"json/object-duplicate-key-by-escape", file285, sizeof file285},
  {"json/object-duplicate-key-within-a-member", file286, sizeof file286},
  {"json/object-duplicate-keys-nested", file287, sizeof file287},
  {"json/object-empty", file288, sizeof file288},
  {"json/object-escaped-key", file289, sizeof file289},
  {"json/object-escaped-keys", file290, sizeof file290},
  {"json/object-key-no-string", file291, sizeof file291},
  {"json/object-key-with-nul", file292, sizeof file292},
  {"json/object-keys-with-one-accent", file293, sizeof file293},
  {"json/object-keys-with-one-accent-composed", file294, sizeof file294},
  {"json/object-members", file295, sizeof file295},
  {"json/object-of-escaped-keys", file296, sizeof file296},
  {"json/object-of-wide-keys", file297, sizeof file297},
  {"json/object-trailing-comma", file298, sizeof file298},
  {"json/object-unsorted-keys", file299, sizeof file299},
  {"json/object-wide", file300, sizeof file300},
  {"json/object-wide-duplicate-key", file301, sizeof file301},
  {"json/object-with-nulls", file302, sizeof file302},
  {"json/object-without-colon", file303, sizeof file303},
  {"json/objects-nested-with-duplicates", file304, sizeof file304},
  {"json/record", file305, sizeof file305},
  {"json/records", file306, sizeof file306},
  {"json/scalar-false", file307, sizeof file307},
  {"json/scalar-negative-zero", file308, sizeof file308},
  {"json/scalar-null", file309, sizeof file309},
  {"json/scalar-one", file310, sizeof file310},
  {"json/scalar-true", file311, sizeof file311},
  {"json/scalar-zero", file312, sizeof file312},
  {"json/single-quotes", file313, sizeof file313},
  {"json/slashes", file314, sizeof file314},
  {"json/string-above-the-last-scalar", file315, sizeof file315},
  {"json/string-backslashes-over-byte-64", file316, sizeof file316},
  {"json/string-control-character", file317, sizeof file317},
  {"json/string-control-character-1", file318, sizeof file318},
  {"json/string-control-character-at-byte-64", file319, sizeof file319},
  {"json/string-escape-cut-short", file320, sizeof file320},
  {"json/string-escape-not-hexadecimal", file321, sizeof file321},
  {"json/string-escape-over-byte-16", file322, sizeof file322},
  {"json/string-escape-over-byte-64", file323, sizeof file323},
  {"json/string-escape-over-byte-8", file324, sizeof file324},
  {"json/string-escaped-letter", file325, sizeof file325},
  {"json/string-escapes", file326, sizeof file326},
  {"json/string-high-surrogate-then-backslash-at-the-end", file327, sizeof file327},
  {"json/string-high-then-high", file328, sizeof file328},
  {"json/string-high-then-other-escape", file329, sizeof file329},
  {"json/string-invalid-utf-8", file330, sizeof file330},
  {"json/string-invalid-utf-8-at-byte-64", file331, sizeof file331},
  {"json/string-lone-high-surrogate", file332, sizeof file332},
  {"json/string-lone-low-surrogate", file333, sizeof file333},
  {"json/string-low-surrogate-at-the-end", file334, sizeof file334},
  {"json/string-multibyte-over-byte-16", file335, sizeof file335},
  {"json/string-multibyte-over-byte-64", file336, sizeof file336},
  {"json/string-odd-backslashes-over-byte-64", file337, sizeof file337},
  {"json/string-overlong", file338, sizeof file338},
  {"json/string-plain", file339, sizeof file339},
  {"json/string-quote-at-byte-15", file340, sizeof file340},
  {"json/string-quote-at-byte-63", file341, sizeof file341},
  {"json/string-quote-at-byte-64", file342, sizeof file342},
  {"json/string-quote-at-byte-7", file343, sizeof file343},
  {"json/string-surrogate-in-utf-8", file344, sizeof file344},
  {"json/string-surrogate-pair", file345, sizeof file345},
  {"json/string-surrogates-over-byte-64", file346, sizeof file346},
  {"json/string-two-three-four-bytes", file347, sizeof file347},
  {"json/string-unknown-escape", file348, sizeof file348},
  {"json/string-unterminated", file349, sizeof file349},
  {"json/string-utf-8-cut-short", file350, sizeof file350},
  {"json/trailing-bracket", file351, sizeof file351},
  {"json/trailing-characters", file352, sizeof file352},
  {"json/trailing-comma-behind-document", file353, sizeof file353},
  {"json/two-documents", file354, sizeof file354},
  {"json/unfinished-literal", file355, sizeof file355},
  {"json/unsigned-max", file356, sizeof file356},
  {"json/utf-16-big-endian", file357, sizeof file357},
  {"json/utf-16-big-endian-object", file358, sizeof file358},
  {"json/utf-16-little-endian", file359, sizeof file359},
  {"json/utf-16-mark", file360, sizeof file360},
  {"json/utf-32-big-endian", file361, sizeof file361},
  {"json/white-space-alone", file362, sizeof file362},
  {"json/white-space-of-all-kinds", file363, sizeof file363},
  {"json/white-space-over-byte-64", file364, sizeof file364},
  {"json/zero-with-exponent", file365, sizeof file365},
  {"json/zero-with-small-exponent", file366, sizeof file366},
  {"manifest.jsonl", file367, sizeof file367},
  {"media-type.dict", file368, sizeof file368},
  {"media-type/backslash-at-end", file369, sizeof file369},
  {"media-type/behind-quotes", file370, sizeof file370},
  {"media-type/beyond-latin-1", file371, sizeof file371},
  {"media-type/blank-before-equals", file372, sizeof file372},
  {"media-type/blanks-around", file373, sizeof file373},
  {"media-type/boundary", file374, sizeof file374},
  {"media-type/charset-not-closed", file375, sizeof file375},
  {"media-type/charset-twice", file376, sizeof file376},
  {"media-type/control-in-value", file377, sizeof file377},
  {"media-type/empty-subtype", file378, sizeof file378},
  {"media-type/empty-type", file379, sizeof file379},
  {"media-type/empty-value", file380, sizeof file380},
  {"media-type/escaped-quote", file381, sizeof file381},
  {"media-type/latin-1", file382, sizeof file382},
  {"media-type/many-semicolons", file383, sizeof file383},
  {"media-type/no-slash", file384, sizeof file384},
  {"media-type/no-value", file385, sizeof file385},
  {"media-type/parameter", file386, sizeof file386},
  {"media-type/quote-not-closed", file387, sizeof file387},
  {"media-type/quoted", file388, sizeof file388},
  {"media-type/range-all", file389, sizeof file389},
  {"media-type/range-any-suffix", file390, sizeof file390},
  {"media-type/range-star-plus", file391, sizeof file391},
  {"media-type/range-star-within", file392, sizeof file392},
  {"media-type/range-suffix", file393, sizeof file393},
  {"media-type/range-two-stars", file394, sizeof file394},
  {"media-type/range-type", file395, sizeof file395},
  {"media-type/range-type-star", file396, sizeof file396},
  {"media-type/range-with-parameter", file397, sizeof file397},
  {"media-type/same-name-twice", file398, sizeof file398},
  {"media-type/space-in-type", file399, sizeof file399},
  {"media-type/suffix", file400, sizeof file400},
  {"media-type/suffix-empty", file401, sizeof file401},
  {"media-type/suffix-two", file402, sizeof file402},
  {"media-type/tab-in-value", file403, sizeof file403},
  {"media-type/type-alone", file404, sizeof file404},
  {"media-type/upper-case", file405, sizeof file405},
  {"multipart.dict", file406, sizeof file406},
  {"multipart/bad-header-behind-part", file407, sizeof file407},
  {"multipart/bare-carriage-return", file408, sizeof file408},
  {"multipart/blank-before-boundary", file409, sizeof file409},
  {"multipart/blanks-behind-boundary", file410, sizeof file410},
  {"multipart/byte-order-mark-before-boundary", file411, sizeof file411},
  {"multipart/byte-range-and-length", file412, sizeof file412},
  {"multipart/byte-range-missing", file413, sizeof file413},
  {"multipart/byte-range-too-short", file414, sizeof file414},
  {"multipart/byte-ranges", file415, sizeof file415},
  {"multipart/byte-ranges-of-two-wholes", file416, sizeof file416},
  {"multipart/byte-ranges-of-unknown-whole", file417, sizeof file417},
  {"multipart/cut", file418, sizeof file418},
  {"multipart/cut-in-body", file419, sizeof file419},
  {"multipart/cut-in-closing-boundary", file420, sizeof file420},
  {"multipart/cut-in-headers", file421, sizeof file421},
  {"multipart/dashes-as-boundary", file422, sizeof file422},
  {"multipart/data", file423, sizeof file423},
  {"multipart/dense-boundaries", file424, sizeof file424},
  {"multipart/empty", file425, 0},
  {"multipart/empty-body", file426, sizeof file426},
  {"multipart/empty-body-shares-line-break", file427, sizeof file427},
  {"multipart/empty-file-name", file428, sizeof file428},
  {"multipart/escaped-name", file429, sizeof file429},
  {"multipart/escaped-quotes", file430, sizeof file430},
  {"multipart/extended-file-name-ignored", file431, sizeof file431},
  {"multipart/file-left-empty", file432, sizeof file432},
  {"multipart/first-boundary-without-dashes", file433, sizeof file433},
  {"multipart/folded-header", file434, sizeof file434},
  {"multipart/form", file435, sizeof file435},
  {"multipart/invalid-disposition", file436, sizeof file436},
  {"multipart/invalid-utf8", file437, sizeof file437},
  {"multipart/last-line-break-cut", file438, sizeof file438},
  {"multipart/length-exact", file439, sizeof file439},
  {"multipart/length-no-number", file440, sizeof file440},
  {"multipart/length-too-large", file441, sizeof file441},
  {"multipart/length-too-small", file442, sizeof file442},
  {"multipart/line-feed-before-boundary", file443, sizeof file443},
  {"multipart/line-feed-in-header", file444, sizeof file444},
  {"multipart/line-feed-in-preamble", file445, sizeof file445},
  {"multipart/line-feeds", file446, sizeof file446},
  {"multipart/long-body", file447, sizeof file447},
  {"multipart/look-alikes", file448, sizeof file448},
  {"multipart/many-files", file449, sizeof file449},
  {"multipart/many-line-breaks", file450, sizeof file450},
  {"multipart/missing-colon", file451, sizeof file451},
  {"multipart/missing-disposition", file452, sizeof file452},
  {"multipart/missing-name", file453, sizeof file453},
  {"multipart/mixed-invalid-file-name", file454, sizeof file454},
  {"multipart/mixed-parts", file455, sizeof file455},
  {"multipart/name-ends-in-backslash", file456, sizeof file456},
  {"multipart/name-not-closed", file457, sizeof file457},
  {"multipart/no-closing-boundary", file458, sizeof file458},
  {"multipart/no-token", file459, sizeof file459},
  {"multipart/nul-in-header", file460, sizeof file460},
  {"multipart/odd-boundary", file461, sizeof file461},
  {"multipart/other-disposition", file462, sizeof file462},
  {"multipart/preamble-and-epilogue", file463, sizeof file463},
  {"multipart/repeated-disposition", file464, sizeof file464},
  {"multipart/repeated-name", file465, sizeof file465},
  {"multipart/repeated-type", file466, sizeof file466},
  {"multipart/seventy-characters", file467, sizeof file467},
  {"multipart/space-in-boundary", file468, sizeof file468},
  {"multipart/text-and-near-boundary", file469, sizeof file469},
  {"multipart/text-not-utf8", file470, sizeof file470},
  {"multipart/transfer-encoding-base64", file471, sizeof file471},
  {"multipart/transfer-encoding-binary", file472, sizeof file472},
  {"multipart/two-parts", file473, sizeof file473},
  {"multipart/zero-parts", file474, sizeof file474},
  {"multipart/zero-parts-line-break", file475, sizeof file475},
  {"property-list-binary.dict", file476, sizeof file476},
  {"property-list-binary/all-kinds", file477, sizeof file477},
  {"property-list-binary/array-of-itself", file478, sizeof file478},
  {"property-list-binary/body-reaches-the-table", file479, sizeof file479},
  {"property-list-binary/bytes-between-table-and-trailer", file480, sizeof file480},
  {"property-list-binary/count-absurd", file481, sizeof file481},
  {"property-list-binary/count-absurd-of-pairs", file482, sizeof file482},
  {"property-list-binary/count-as-integer", file483, sizeof file483},
  {"property-list-binary/count-as-wide-integer", file484, sizeof file484},
  {"property-list-binary/count-cut-short", file485, sizeof file485},
  {"property-list-binary/count-negative", file486, sizeof file486},
  {"property-list-binary/count-no-integer", file487, sizeof file487},
  {"property-list-binary/count-of-16-bytes", file488, sizeof file488},
  {"property-list-binary/cycle-of-two", file489, sizeof file489},
  {"property-list-binary/date-far", file490, sizeof file490},
  {"property-list-binary/date-no-number", file491, sizeof file491},
  {"property-list-binary/date-of-4-bytes", file492, sizeof file492},
  {"property-list-binary/date-with-fraction", file493, sizeof file493},
  {"property-list-binary/deep", file494, sizeof file494},
  {"property-list-binary/depth-by-sharing", file495, sizeof file495},
  {"property-list-binary/depth-of-1", file496, sizeof file496},
  {"property-list-binary/depth-of-2", file497, sizeof file497},
  {"property-list-binary/depth-of-3", file498, sizeof file498},
  {"property-list-binary/dictionary", file499, sizeof file499},
  {"property-list-binary/dictionary-key-is-a-container", file500, sizeof file500},
  {"property-list-binary/dictionary-key-no-text", file501, sizeof file501},
  {"property-list-binary/dictionary-key-twice", file502, sizeof file502},
  {"property-list-binary/doubling", file503, sizeof file503},
  {"property-list-binary/doubling-seven-times", file504, sizeof file504},
  {"property-list-binary/empty-input", file505, sizeof file505},
  {"property-list-binary/expansion", file506, sizeof file506},
  {"property-list-binary/integer-of-16-bytes", file507, sizeof file507},
  {"property-list-binary/integer-of-16-bytes-negative", file508, sizeof file508},
  {"property-list-binary/integer-of-16-bytes-too-large", file509, sizeof file509},
  {"property-list-binary/integer-of-32-bytes", file510, sizeof file510},
  {"property-list-binary/integer-of-4-bytes-has-no-sign", file511, sizeof file511},
  {"property-list-binary/integer-of-8-bytes-negative", file512, sizeof file512},
  {"property-list-binary/long-text-and-data", file513, sizeof file513},
  {"property-list-binary/many-objects", file514, sizeof file514},
  {"property-list-binary/no-objects", file515, sizeof file515},
  {"property-list-binary/null-object", file516, sizeof file516},
  {"property-list-binary/object-count-above-int", file517, sizeof file517},
  {"property-list-binary/object-count-too-large", file518, sizeof file518},
  {"property-list-binary/objects-overlap", file519, sizeof file519},
  {"property-list-binary/offset-in-the-magic", file520, sizeof file520},
  {"property-list-binary/offset-in-the-table", file521, sizeof file521},
  {"property-list-binary/offset-size-0", file522, sizeof file522},
  {"property-list-binary/offsets-of-8-bytes", file523, sizeof file523},
  {"property-list-binary/real-nan", file524, sizeof file524},
  {"property-list-binary/real-of-2-bytes", file525, sizeof file525},
  {"property-list-binary/real-of-4-bytes", file526, sizeof file526},
  {"property-list-binary/reference-above-int", file527, sizeof file527},
  {"property-list-binary/reference-of-8-bytes", file528, sizeof file528},
  {"property-list-binary/reference-to-none", file529, sizeof file529},
  {"property-list-binary/root-outside", file530, sizeof file530},
  {"property-list-binary/root-second", file531, sizeof file531},
  {"property-list-binary/scalar-root", file532, sizeof file532},
  {"property-list-binary/set-object", file533, sizeof file533},
  {"property-list-binary/shared-object", file534, sizeof file534},
  {"property-list-binary/text-control-character", file535, sizeof file535},
  {"property-list-binary/text-not-ascii", file536, sizeof file536},
  {"property-list-binary/text-null", file537, sizeof file537},
  {"property-list-binary/text-referred-to-often", file538, sizeof file538},
  {"property-list-binary/text-utf-16", file539, sizeof file539},
  {"property-list-binary/text-utf-16-lone-surrogate", file540, sizeof file540},
  {"property-list-binary/text-utf-16-pair", file541, sizeof file541},
  {"property-list-binary/too-deep-in-a-member-that-is-dropped", file542, sizeof file542},
  {"property-list-binary/truncated", file543, sizeof file543},
  {"property-list-binary/uid-of-1-byte", file544, sizeof file544},
  {"property-list-binary/uid-of-16-bytes", file545, sizeof file545},
  {"property-list-binary/uid-over-64-bits", file546, sizeof file546},
  {"property-list-binary/unknown-kind", file547, sizeof file547},
  {"property-list-xml.dict", file548, sizeof file548},
  {"property-list-xml/attribute-unquoted", file549, sizeof file549},
  {"property-list-xml/attribute-without-value", file550, sizeof file550},
  {"property-list-xml/attributes", file551, sizeof file551},
  {"property-list-xml/boolean-with-text", file552, sizeof file552},
  {"property-list-xml/booleans", file553, sizeof file553},
  {"property-list-xml/bplist-as-xml", file554, sizeof file554},
  {"property-list-xml/closing-tag-of-another", file555, sizeof file555},
  {"property-list-xml/closing-tag-of-none", file556, sizeof file556},
  {"property-list-xml/comment-unclosed", file557, sizeof file557},
  {"property-list-xml/comments-and-instructions", file558, sizeof file558},
  {"property-list-xml/data", file559, sizeof file559},
  {"property-list-xml/data-empty", file560, sizeof file560},
  {"property-list-xml/data-long", file561, sizeof file561},
  {"property-list-xml/data-malformed", file562, sizeof file562},
  {"property-list-xml/data-padding-alone", file563, sizeof file563},
  {"property-list-xml/date", file564, sizeof file564},
  {"property-list-xml/date-before-1582", file565, sizeof file565},
  {"property-list-xml/date-by-offset-before-year-0", file566, sizeof file566},
  {"property-list-xml/date-leap-day", file567, sizeof file567},
  {"property-list-xml/date-no-such-day", file568, sizeof file568},
  {"property-list-xml/date-with-offset-and-fraction", file569, sizeof file569},
  {"property-list-xml/declaration-encoding-unquoted", file570, sizeof file570},
  {"property-list-xml/declaration-of-another-encoding", file571, sizeof file571},
  {"property-list-xml/declaration-unclosed", file572, sizeof file572},
  {"property-list-xml/declaration-utf-16-in-utf-8", file573, sizeof file573},
  {"property-list-xml/depth-of-1", file574, sizeof file574},
  {"property-list-xml/depth-of-2", file575, sizeof file575},
  {"property-list-xml/depth-of-3", file576, sizeof file576},
  {"property-list-xml/dictionaries-in-arrays", file577, sizeof file577},
  {"property-list-xml/dictionary", file578, sizeof file578},
  {"property-list-xml/dictionary-key-twice", file579, sizeof file579},
  {"property-list-xml/dictionary-key-without-value", file580, sizeof file580},
  {"property-list-xml/dictionary-keys-with-one-accent", file581, sizeof file581},
  {"property-list-xml/dictionary-two-keys", file582, sizeof file582},
  {"property-list-xml/dictionary-value-without-key", file583, sizeof file583},
  {"property-list-xml/document-type-unclosed", file584, sizeof file584},
  {"property-list-xml/document-type-with-quoted-bracket", file585, sizeof file585},
  {"property-list-xml/document-type-with-subset", file586, sizeof file586},
  {"property-list-xml/empty-input", file587, 0},
  {"property-list-xml/integer", file588, sizeof file588},
  {"property-list-xml/integer-empty", file589, sizeof file589},
  {"property-list-xml/integer-hexadecimal", file590, sizeof file590},
  {"property-list-xml/integer-too-large", file591, sizeof file591},
  {"property-list-xml/integer-two-signs", file592, sizeof file592},
  {"property-list-xml/key-in-array", file593, sizeof file593},
  {"property-list-xml/nested", file594, sizeof file594},
  {"property-list-xml/plist-empty", file595, sizeof file595},
  {"property-list-xml/plist-of-two-values", file596, sizeof file596},
  {"property-list-xml/plist-within-plist", file597, sizeof file597},
  {"property-list-xml/real", file598, sizeof file598},
  {"property-list-xml/real-malformed", file599, sizeof file599},
  {"property-list-xml/real-names", file600, sizeof file600},
  {"property-list-xml/real-negative-zero", file601, sizeof file601},
  {"property-list-xml/scalar", file602, sizeof file602},
  {"property-list-xml/string", file603, sizeof file603},
  {"property-list-xml/string-bare-ampersand", file604, sizeof file604},
  {"property-list-xml/string-cdata", file605, sizeof file605},
  {"property-list-xml/string-comment-within", file606, sizeof file606},
  {"property-list-xml/string-control-character", file607, sizeof file607},
  {"property-list-xml/string-element-within", file608, sizeof file608},
  {"property-list-xml/string-empty", file609, sizeof file609},
  {"property-list-xml/string-line-ends", file610, sizeof file610},
  {"property-list-xml/string-multibyte", file611, sizeof file611},
  {"property-list-xml/string-noncharacter", file612, sizeof file612},
  {"property-list-xml/string-null", file613, sizeof file613},
  {"property-list-xml/string-reference-to-nul", file614, sizeof file614},
  {"property-list-xml/string-reference-to-surrogate", file615, sizeof file615},
  {"property-list-xml/string-reference-too-large", file616, sizeof file616},
  {"property-list-xml/string-reference-without-digits", file617, sizeof file617},
  {"property-list-xml/string-references", file618, sizeof file618},
  {"property-list-xml/string-unknown-entity", file619, sizeof file619},
  {"property-list-xml/text-between-elements", file620, sizeof file620},
  {"property-list-xml/trailing-text", file621, sizeof file621},
  {"property-list-xml/truncated-in-a-tag", file622, sizeof file622},
  {"property-list-xml/truncated-in-an-attribute", file623, sizeof file623},
  {"property-list-xml/truncated-in-cdata", file624, sizeof file624},
  {"property-list-xml/truncated-in-text", file625, sizeof file625},
  {"property-list-xml/uid", file626, sizeof file626},
  {"property-list-xml/uid-negative", file627, sizeof file627},
  {"property-list-xml/uid-that-is-too-deep", file628, sizeof file628},
  {"property-list-xml/uid-with-another-member", file629, sizeof file629},
  {"property-list-xml/unknown-element", file630, sizeof file630},
  {"property-list-xml/utf-16-big-endian-without-mark", file631, sizeof file631},
  {"property-list-xml/utf-16-little-endian", file632, sizeof file632},
  {"property-list-xml/utf-16-lone-surrogate", file633, sizeof file633},
  {"property-list-xml/utf-16-odd-byte", file634, sizeof file634},
  {"property-list-xml/utf-32", file635, sizeof file635},
  {"property-list-xml/utf-8-invalid", file636, sizeof file636},
  {"property-list-xml/utf-8-mark", file637, sizeof file637},
  {"property-list-xml/white-space-everywhere", file638, sizeof file638},
  {"property-list-xml/whole-document", file639, sizeof file639},
  {"query.dict", file640, sizeof file640},
  {"query/array-of-arrays", file641, sizeof file641},
  {"query/array-of-objects", file642, sizeof file642},
  {"query/brackets", file643, sizeof file643},
  {"query/combining-marks", file644, sizeof file644},
  {"query/comma", file645, sizeof file645},
  {"query/dots", file646, sizeof file646},
  {"query/empty-bracket-first", file647, sizeof file647},
  {"query/equals-in-value", file648, sizeof file648},
  {"query/escaped-brackets", file649, sizeof file649},
  {"query/indexed", file650, sizeof file650},
  {"query/indexed-huge", file651, sizeof file651},
  {"query/indexed-with-gap", file652, sizeof file652},
  {"query/link", file653, sizeof file653},
  {"query/name-alone", file654, sizeof file654},
  {"query/nested", file655, sizeof file655},
  {"query/nested-deep", file656, sizeof file656},
  {"query/nested-deep-arrays", file657, sizeof file657},
  {"query/nils-bare", file658, sizeof file658},
  {"query/nils-empty", file659, sizeof file659},
  {"query/not-utf8", file660, sizeof file660},
  {"query/not-utf8-after-text", file661, sizeof file661},
  {"query/not-utf8-unescaped", file662, sizeof file662},
  {"query/nothing", file663, 0},
  {"query/open-bracket", file664, sizeof file664},
  {"query/overlong", file665, sizeof file665},
  {"query/pairs", file666, sizeof file666},
  {"query/percent-alone", file667, sizeof file667},
  {"query/percent-at-end", file668, sizeof file668},
  {"query/percent-not-hexadecimal", file669, sizeof file669},
  {"query/plus-is-plus", file670, sizeof file670},
  {"query/plus-is-space", file671, sizeof file671},
  {"query/plus-number", file672, sizeof file672},
  {"query/repeated", file673, sizeof file673},
  {"query/separators-alone", file674, sizeof file674},
  {"query/surrogate", file675, sizeof file675},
  {"query/umlauts", file676, sizeof file676},
  {"raw-deflate.dict", file677, sizeof file677},
  {"raw-deflate/bad-code-lengths", file678, sizeof file678},
  {"raw-deflate/distance-back", file679, sizeof file679},
  {"raw-deflate/distance-too-far", file680, sizeof file680},
  {"raw-deflate/dynamic-codes", file681, sizeof file681},
  {"raw-deflate/empty", file682, sizeof file682},
  {"raw-deflate/empty-then-zero", file683, sizeof file683},
  {"raw-deflate/huffman-alone", file684, sizeof file684},
  {"raw-deflate/no-code-length-codes", file685, sizeof file685},
  {"raw-deflate/no-end-of-block", file686, sizeof file686},
  {"raw-deflate/nothing", file687, 0},
  {"raw-deflate/reserved-block", file688, sizeof file688},
  {"raw-deflate/runs", file689, sizeof file689},
  {"raw-deflate/stored-length-wrong", file690, sizeof file690},
  {"raw-deflate/text", file691, sizeof file691},
  {"raw-deflate/then-garbage", file692, sizeof file692},
  {"server-sent-events.dict", file693, sizeof file693},
  {"server-sent-events/blank-lines-only", file694, sizeof file694},
  {"server-sent-events/byte-order-mark", file695, sizeof file695},
  {"server-sent-events/byte-order-mark-alone", file696, sizeof file696},
  {"server-sent-events/byte-order-mark-cut-short", file697, sizeof file697},
  {"server-sent-events/byte-order-mark-twice", file698, sizeof file698},
  {"server-sent-events/colon-alone", file699, sizeof file699},
  {"server-sent-events/combining-marks", file700, sizeof file700},
  {"server-sent-events/comments", file701, sizeof file701},
  {"server-sent-events/cr-cr-lf", file702, sizeof file702},
  {"server-sent-events/data-without-colon", file703, sizeof file703},
  {"server-sent-events/empty-input", file704, 0},
  {"server-sent-events/event-name", file705, sizeof file705},
  {"server-sent-events/half-a-byte-order-mark", file706, sizeof file706},
  {"server-sent-events/half-a-byte-order-mark-counts-for-the-offset", file707, sizeof file707},
  {"server-sent-events/id-lasts", file708, sizeof file708},
  {"server-sent-events/id-with-nul", file709, sizeof file709},
  {"server-sent-events/id-without-data", file710, sizeof file710},
  {"server-sent-events/invalid-utf-8", file711, sizeof file711},
  {"server-sent-events/leading-spaces", file712, sizeof file712},
  {"server-sent-events/lf-cr", file713, sizeof file713},
  {"server-sent-events/line-ends-of-three-kinds", file714, sizeof file714},
  {"server-sent-events/nul-in-data", file715, sizeof file715},
  {"server-sent-events/retry", file716, sizeof file716},
  {"server-sent-events/retry-empty", file717, sizeof file717},
  {"server-sent-events/retry-too-large", file718, sizeof file718},
  {"server-sent-events/retry-with-sign", file719, sizeof file719},
  {"server-sent-events/single-event", file720, sizeof file720},
  {"server-sent-events/two-data-lines", file721, sizeof file721},
  {"server-sent-events/unended-event", file722, sizeof file722},
  {"server-sent-events/unended-line", file723, sizeof file723},
  {"server-sent-events/unknown-field", file724, sizeof file724},
  {"set-cookie.dict", file725, sizeof file725},
  {"set-cookie/attribute-blanks", file726, sizeof file726},
  {"set-cookie/attribute-unknown", file727, sizeof file727},
  {"set-cookie/attributes", file728, sizeof file728},
  {"set-cookie/domain-dot", file729, sizeof file729},
  {"set-cookie/domain-empty", file730, sizeof file730},
  {"set-cookie/domain-twice", file731, sizeof file731},
  {"set-cookie/domain-upper-case", file732, sizeof file732},
  {"set-cookie/empty", file733, 0},
  {"set-cookie/expires", file734, sizeof file734},
  {"set-cookie/expires-hyphens", file735, sizeof file735},
  {"set-cookie/expires-malformed", file736, sizeof file736},
  {"set-cookie/expires-no-such-day", file737, sizeof file737},
  {"set-cookie/expires-order", file738, sizeof file738},
  {"set-cookie/expires-past", file739, sizeof file739},
  {"set-cookie/expires-two-digits", file740, sizeof file740},
  {"set-cookie/expires-year-1600", file741, sizeof file741},
  {"set-cookie/max-age", file742, sizeof file742},
  {"set-cookie/max-age-before-expires", file743, sizeof file743},
  {"set-cookie/max-age-huge", file744, sizeof file744},
  {"set-cookie/max-age-letters", file745, sizeof file745},
  {"set-cookie/max-age-negative", file746, sizeof file746},
  {"set-cookie/max-age-plus", file747, sizeof file747},
  {"set-cookie/max-age-zero", file748, sizeof file748},
  {"set-cookie/name-alone", file749, sizeof file749},
  {"set-cookie/name-blanks", file750, sizeof file750},
  {"set-cookie/name-case", file751, sizeof file751},
  {"set-cookie/name-empty", file752, sizeof file752},
  {"set-cookie/name-host-prefix", file753, sizeof file753},
  {"set-cookie/name-no-token", file754, sizeof file754},
  {"set-cookie/name-secure-prefix", file755, sizeof file755},
  {"set-cookie/pair", file756, sizeof file756},
  {"set-cookie/path-empty", file757, sizeof file757},
  {"set-cookie/path-relative", file758, sizeof file758},
  {"set-cookie/same-site", file759, sizeof file759},
  {"set-cookie/secure-with-value", file760, sizeof file760},
  {"set-cookie/semicolon-alone", file761, sizeof file761},
  {"set-cookie/semicolon-first", file762, sizeof file762},
  {"set-cookie/semicolons", file763, sizeof file763},
  {"set-cookie/value-blanks", file764, sizeof file764},
  {"set-cookie/value-comma", file765, sizeof file765},
  {"set-cookie/value-control", file766, sizeof file766},
  {"set-cookie/value-empty", file767, sizeof file767},
  {"set-cookie/value-long", file768, sizeof file768},
  {"set-cookie/value-nul", file769, sizeof file769},
  {"set-cookie/value-percent", file770, sizeof file770},
  {"set-cookie/value-quoted", file771, sizeof file771},
  {"set-cookie/value-quoted-semicolon", file772, sizeof file772},
  {"set-cookie/value-tab", file773, sizeof file773},
  {"set-cookie/value-too-long", file774, sizeof file774},
  {"set-cookie/value-umlaut", file775, sizeof file775},
  {"set-cookie/value-with-equals", file776, sizeof file776},
  {"url.dict", file777, sizeof file777},
  {"url/backslash-in-authority", file778, sizeof file778},
  {"url/backslashes", file779, sizeof file779},
  {"url/blanks-around", file780, sizeof file780},
  {"url/data", file781, sizeof file781},
  {"url/dot-segments", file782, sizeof file782},
  {"url/dot-segments-escaped", file783, sizeof file783},
  {"url/empty", file784, 0},
  {"url/empty-segments", file785, sizeof file785},
  {"url/file", file786, sizeof file786},
  {"url/file-drive", file787, sizeof file787},
  {"url/fragment", file788, sizeof file788},
  {"url/fragment-number-sign", file789, sizeof file789},
  {"url/host-empty", file790, sizeof file790},
  {"url/host-percent", file791, sizeof file791},
  {"url/host-percent-slash", file792, sizeof file792},
  {"url/host-punycode", file793, sizeof file793},
  {"url/host-space", file794, sizeof file794},
  {"url/host-umlaut", file795, sizeof file795},
  {"url/host-underscore", file796, sizeof file796},
  {"url/host-upper-case", file797, sizeof file797},
  {"url/http", file798, sizeof file798},
  {"url/http-without-path", file799, sizeof file799},
  {"url/ip-future", file800, sizeof file800},
  {"url/ipv4", file801, sizeof file801},
  {"url/ipv4-ends-with-dot", file802, sizeof file802},
  {"url/ipv4-five-numbers", file803, sizeof file803},
  {"url/ipv4-hexadecimal", file804, sizeof file804},
  {"url/ipv4-octal", file805, sizeof file805},
  {"url/ipv4-one-number", file806, sizeof file806},
  {"url/ipv4-too-large", file807, sizeof file807},
  {"url/ipv6", file808, sizeof file808},
  {"url/ipv6-ipv4", file809, sizeof file809},
  {"url/ipv6-nine-groups", file810, sizeof file810},
  {"url/ipv6-not-closed", file811, sizeof file811},
  {"url/ipv6-port", file812, sizeof file812},
  {"url/ipv6-two-gaps", file813, sizeof file813},
  {"url/ipv6-without-brackets", file814, sizeof file814},
  {"url/ipv6-zone", file815, sizeof file815},
  {"url/ipv6-zone-bare", file816, sizeof file816},
  {"url/javascript", file817, sizeof file817},
  {"url/line-feed", file818, sizeof file818},
  {"url/mailto", file819, sizeof file819},
  {"url/no-scheme", file820, sizeof file820},
  {"url/nul", file821, sizeof file821},
  {"url/path-colon", file822, sizeof file822},
  {"url/path-space", file823, sizeof file823},
  {"url/path-umlaut", file824, sizeof file824},
  {"url/percent", file825, sizeof file825},
  {"url/percent-alone", file826, sizeof file826},
  {"url/percent-not-hexadecimal", file827, sizeof file827},
  {"url/percent-nul", file828, sizeof file828},
  {"url/port", file829, sizeof file829},
  {"url/port-default", file830, sizeof file830},
  {"url/port-empty", file831, sizeof file831},
  {"url/port-leading-zeros", file832, sizeof file832},
  {"url/port-not-a-number", file833, sizeof file833},
  {"url/port-too-large", file834, sizeof file834},
  {"url/query", file835, sizeof file835},
  {"url/query-empty", file836, sizeof file836},
  {"url/query-in-fragment", file837, sizeof file837},
  {"url/query-question-mark", file838, sizeof file838},
  {"url/relative", file839, sizeof file839},
  {"url/scheme-alone", file840, sizeof file840},
  {"url/scheme-digit-first", file841, sizeof file841},
  {"url/urn", file842, sizeof file842},
  {"url/user-info", file843, sizeof file843},
  {"url/user-info-empty", file844, sizeof file844},
  {"url/user-info-looks-like-host", file845, sizeof file845},
  {"url/user-info-two-at-signs", file846, sizeof file846},
  {"zlib.dict", file847, sizeof file847},
  {"zlib/dictionary", file848, sizeof file848},
  {"zlib/empty", file849, sizeof file849},
  {"zlib/small-window", file850, sizeof file850},
  {"zlib/text", file851, sizeof file851},
  {"zlib/then-garbage", file852, sizeof file852},
  {"zlib/wrong-adler", file853, sizeof file853},
};

const struct corpus_file *const corpus_files = files;
const size_t corpus_file_count = sizeof files / sizeof files[0];
