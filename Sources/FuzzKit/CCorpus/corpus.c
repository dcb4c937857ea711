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
#embed "../../../Corpus/portable/csv.dict" if_empty(0)
};
static const unsigned char file51[] = {
#embed "../../../Corpus/portable/csv/backslash-before-closing-quote" if_empty(0)
};
static const unsigned char file52[] = {
#embed "../../../Corpus/portable/csv/blank-after-quote" if_empty(0)
};
static const unsigned char file53[] = {
#embed "../../../Corpus/portable/csv/blank-alone" if_empty(0)
};
static const unsigned char file54[] = {
#embed "../../../Corpus/portable/csv/blank-before-quote" if_empty(0)
};
static const unsigned char file55[] = {
#embed "../../../Corpus/portable/csv/blank-line-between-records" if_empty(0)
};
static const unsigned char file56[] = {
#embed "../../../Corpus/portable/csv/blanks-around-fields" if_empty(0)
};
static const unsigned char file57[] = {
#embed "../../../Corpus/portable/csv/byte-order-mark" if_empty(0)
};
static const unsigned char file58[] = {
#embed "../../../Corpus/portable/csv/byte-order-mark-before-quote" if_empty(0)
};
static const unsigned char file59[] = {
#embed "../../../Corpus/portable/csv/carriage-return-at-end" if_empty(0)
};
static const unsigned char file60[] = {
#embed "../../../Corpus/portable/csv/carriage-return-twice" if_empty(0)
};
static const unsigned char file61[] = {
#embed "../../../Corpus/portable/csv/carriage-returns" if_empty(0)
};
static const unsigned char file62[] = {
#embed "../../../Corpus/portable/csv/empty-document" if_empty(0)
};
static const unsigned char file63[] = {
#embed "../../../Corpus/portable/csv/end-of-file-character" if_empty(0)
};
static const unsigned char file64[] = {
#embed "../../../Corpus/portable/csv/field-empty-first" if_empty(0)
};
static const unsigned char file65[] = {
#embed "../../../Corpus/portable/csv/field-empty-last" if_empty(0)
};
static const unsigned char file66[] = {
#embed "../../../Corpus/portable/csv/field-empty-last-without-line-break" if_empty(0)
};
static const unsigned char file67[] = {
#embed "../../../Corpus/portable/csv/fields-empty" if_empty(0)
};
static const unsigned char file68[] = {
#embed "../../../Corpus/portable/csv/formula-with-quotes" if_empty(0)
};
static const unsigned char file69[] = {
#embed "../../../Corpus/portable/csv/formulas" if_empty(0)
};
static const unsigned char file70[] = {
#embed "../../../Corpus/portable/csv/header-same-name-twice" if_empty(0)
};
static const unsigned char file71[] = {
#embed "../../../Corpus/portable/csv/last-record-with-line-break" if_empty(0)
};
static const unsigned char file72[] = {
#embed "../../../Corpus/portable/csv/last-record-without-line-break" if_empty(0)
};
static const unsigned char file73[] = {
#embed "../../../Corpus/portable/csv/latin-1" if_empty(0)
};
static const unsigned char file74[] = {
#embed "../../../Corpus/portable/csv/line-break-alone" if_empty(0)
};
static const unsigned char file75[] = {
#embed "../../../Corpus/portable/csv/line-breaks-mixed" if_empty(0)
};
static const unsigned char file76[] = {
#embed "../../../Corpus/portable/csv/line-feeds" if_empty(0)
};
static const unsigned char file77[] = {
#embed "../../../Corpus/portable/csv/many-fields" if_empty(0)
};
static const unsigned char file78[] = {
#embed "../../../Corpus/portable/csv/nul" if_empty(0)
};
static const unsigned char file79[] = {
#embed "../../../Corpus/portable/csv/nul-after-quote" if_empty(0)
};
static const unsigned char file80[] = {
#embed "../../../Corpus/portable/csv/nulls" if_empty(0)
};
static const unsigned char file81[] = {
#embed "../../../Corpus/portable/csv/number-signs" if_empty(0)
};
static const unsigned char file82[] = {
#embed "../../../Corpus/portable/csv/numbers" if_empty(0)
};
static const unsigned char file83[] = {
#embed "../../../Corpus/portable/csv/one-field" if_empty(0)
};
static const unsigned char file84[] = {
#embed "../../../Corpus/portable/csv/one-record" if_empty(0)
};
static const unsigned char file85[] = {
#embed "../../../Corpus/portable/csv/quote-alone" if_empty(0)
};
static const unsigned char file86[] = {
#embed "../../../Corpus/portable/csv/quote-doubled" if_empty(0)
};
static const unsigned char file87[] = {
#embed "../../../Corpus/portable/csv/quote-doubled-alone" if_empty(0)
};
static const unsigned char file88[] = {
#embed "../../../Corpus/portable/csv/quote-doubled-at-end-not-closed" if_empty(0)
};
static const unsigned char file89[] = {
#embed "../../../Corpus/portable/csv/quote-doubled-at-ends" if_empty(0)
};
static const unsigned char file90[] = {
#embed "../../../Corpus/portable/csv/quote-doubled-before-comma" if_empty(0)
};
static const unsigned char file91[] = {
#embed "../../../Corpus/portable/csv/quote-in-unquoted-field" if_empty(0)
};
static const unsigned char file92[] = {
#embed "../../../Corpus/portable/csv/quote-not-closed" if_empty(0)
};
static const unsigned char file93[] = {
#embed "../../../Corpus/portable/csv/quote-not-closed-over-records" if_empty(0)
};
static const unsigned char file94[] = {
#embed "../../../Corpus/portable/csv/quote-with-backslash" if_empty(0)
};
static const unsigned char file95[] = {
#embed "../../../Corpus/portable/csv/quoted" if_empty(0)
};
static const unsigned char file96[] = {
#embed "../../../Corpus/portable/csv/quoted-at-end" if_empty(0)
};
static const unsigned char file97[] = {
#embed "../../../Corpus/portable/csv/quoted-carriage-return" if_empty(0)
};
static const unsigned char file98[] = {
#embed "../../../Corpus/portable/csv/quoted-comma" if_empty(0)
};
static const unsigned char file99[] = {
#embed "../../../Corpus/portable/csv/quoted-empty" if_empty(0)
};
static const unsigned char file100[] = {
#embed "../../../Corpus/portable/csv/quoted-empty-document" if_empty(0)
};
static const unsigned char file101[] = {
#embed "../../../Corpus/portable/csv/quoted-line-break" if_empty(0)
};
static const unsigned char file102[] = {
#embed "../../../Corpus/portable/csv/quoted-line-feed" if_empty(0)
};
static const unsigned char file103[] = {
#embed "../../../Corpus/portable/csv/quoted-record" if_empty(0)
};
static const unsigned char file104[] = {
#embed "../../../Corpus/portable/csv/quoted-twice" if_empty(0)
};
static const unsigned char file105[] = {
#embed "../../../Corpus/portable/csv/quotes-after-text" if_empty(0)
};
static const unsigned char file106[] = {
#embed "../../../Corpus/portable/csv/quotes-doubled-many" if_empty(0)
};
static const unsigned char file107[] = {
#embed "../../../Corpus/portable/csv/quotes-three" if_empty(0)
};
static const unsigned char file108[] = {
#embed "../../../Corpus/portable/csv/record-too-long" if_empty(0)
};
static const unsigned char file109[] = {
#embed "../../../Corpus/portable/csv/record-too-short" if_empty(0)
};
static const unsigned char file110[] = {
#embed "../../../Corpus/portable/csv/semicolons" if_empty(0)
};
static const unsigned char file111[] = {
#embed "../../../Corpus/portable/csv/separator-line" if_empty(0)
};
static const unsigned char file112[] = {
#embed "../../../Corpus/portable/csv/single-quotes" if_empty(0)
};
static const unsigned char file113[] = {
#embed "../../../Corpus/portable/csv/tabs" if_empty(0)
};
static const unsigned char file114[] = {
#embed "../../../Corpus/portable/csv/text-after-quote" if_empty(0)
};
static const unsigned char file115[] = {
255, 254, 97, 0, 44, 0, 98, 0, 13, 0, 10, 0
};
static const unsigned char file116[] = {
#embed "../../../Corpus/portable/csv/utf-8" if_empty(0)
};
static const unsigned char file117[] = {
#embed "../../../Corpus/portable/csv/utf-8-cut-short" if_empty(0)
};
static const unsigned char file118[] = {
#embed "../../../Corpus/portable/csv/utf-8-line-separators" if_empty(0)
};
static const unsigned char file119[] = {
#embed "../../../Corpus/portable/csv/utf-8-look-alikes" if_empty(0)
};
static const unsigned char file120[] = {
#embed "../../../Corpus/portable/csv/utf-8-overlong-comma" if_empty(0)
};
static const unsigned char file121[] = {
#embed "../../../Corpus/portable/found.jsonl" if_empty(0)
};
static const unsigned char file122[] = {
#embed "../../../Corpus/portable/gzip.dict" if_empty(0)
};
static const unsigned char file123[] = {
#embed "../../../Corpus/portable/gzip/bomb" if_empty(0)
};
static const unsigned char file124[] = {
#embed "../../../Corpus/portable/gzip/cut-in-data" if_empty(0)
};
static const unsigned char file125[] = {
#embed "../../../Corpus/portable/gzip/cut-in-header" if_empty(0)
};
static const unsigned char file126[] = {
#embed "../../../Corpus/portable/gzip/cut-in-trailer" if_empty(0)
};
static const unsigned char file127[] = {
#embed "../../../Corpus/portable/gzip/empty" if_empty(0)
};
static const unsigned char file128[] = {
#embed "../../../Corpus/portable/gzip/header-checksum" if_empty(0)
};
static const unsigned char file129[] = {
#embed "../../../Corpus/portable/gzip/header-checksum-wrong" if_empty(0)
};
static const unsigned char file130[] = {
#embed "../../../Corpus/portable/gzip/header-name-comment-extra" if_empty(0)
};
static const unsigned char file131[] = {
#embed "../../../Corpus/portable/gzip/member-then-half-magic" if_empty(0)
};
static const unsigned char file132[] = {
#embed "../../../Corpus/portable/gzip/member-then-zeros" if_empty(0)
};
static const unsigned char file133[] = {
#embed "../../../Corpus/portable/gzip/no-header" if_empty(0)
};
static const unsigned char file134[] = {
#embed "../../../Corpus/portable/gzip/one-byte" if_empty(0)
};
static const unsigned char file135[] = {
#embed "../../../Corpus/portable/gzip/reserved-flags" if_empty(0)
};
static const unsigned char file136[] = {
#embed "../../../Corpus/portable/gzip/stored" if_empty(0)
};
static const unsigned char file137[] = {
#embed "../../../Corpus/portable/gzip/text" if_empty(0)
};
static const unsigned char file138[] = {
#embed "../../../Corpus/portable/gzip/then-garbage" if_empty(0)
};
static const unsigned char file139[] = {
#embed "../../../Corpus/portable/gzip/two-members" if_empty(0)
};
static const unsigned char file140[] = {
#embed "../../../Corpus/portable/gzip/unknown-method" if_empty(0)
};
static const unsigned char file141[] = {
#embed "../../../Corpus/portable/gzip/wrong-checksum" if_empty(0)
};
static const unsigned char file142[] = {
#embed "../../../Corpus/portable/gzip/wrong-length" if_empty(0)
};
static const unsigned char file143[] = {
#embed "../../../Corpus/portable/gzip/zeros-then-garbage" if_empty(0)
};
static const unsigned char file144[] = {
#embed "../../../Corpus/portable/http-date.dict" if_empty(0)
};
static const unsigned char file145[] = {
#embed "../../../Corpus/portable/http-date/asctime" if_empty(0)
};
static const unsigned char file146[] = {
#embed "../../../Corpus/portable/http-date/asctime-two-digits" if_empty(0)
};
static const unsigned char file147[] = {
#embed "../../../Corpus/portable/http-date/blanks-around" if_empty(0)
};
static const unsigned char file148[] = {
#embed "../../../Corpus/portable/http-date/day-0" if_empty(0)
};
static const unsigned char file149[] = {
#embed "../../../Corpus/portable/http-date/empty" if_empty(0)
};
static const unsigned char file150[] = {
#embed "../../../Corpus/portable/http-date/four-digit-year-in-rfc-850" if_empty(0)
};
static const unsigned char file151[] = {
#embed "../../../Corpus/portable/http-date/fraction" if_empty(0)
};
static const unsigned char file152[] = {
#embed "../../../Corpus/portable/http-date/full-day-name-with-comma" if_empty(0)
};
static const unsigned char file153[] = {
#embed "../../../Corpus/portable/http-date/hour-24" if_empty(0)
};
static const unsigned char file154[] = {
#embed "../../../Corpus/portable/http-date/imf" if_empty(0)
};
static const unsigned char file155[] = {
#embed "../../../Corpus/portable/http-date/last-year" if_empty(0)
};
static const unsigned char file156[] = {
#embed "../../../Corpus/portable/http-date/leap-day" if_empty(0)
};
static const unsigned char file157[] = {
#embed "../../../Corpus/portable/http-date/leap-second" if_empty(0)
};
static const unsigned char file158[] = {
#embed "../../../Corpus/portable/http-date/lower-case" if_empty(0)
};
static const unsigned char file159[] = {
#embed "../../../Corpus/portable/http-date/no-day-name" if_empty(0)
};
static const unsigned char file160[] = {
#embed "../../../Corpus/portable/http-date/no-leap-day" if_empty(0)
};
static const unsigned char file161[] = {
#embed "../../../Corpus/portable/http-date/no-such-day" if_empty(0)
};
static const unsigned char file162[] = {
#embed "../../../Corpus/portable/http-date/one-digit-day" if_empty(0)
};
static const unsigned char file163[] = {
#embed "../../../Corpus/portable/http-date/other-zone" if_empty(0)
};
static const unsigned char file164[] = {
#embed "../../../Corpus/portable/http-date/rfc-850" if_empty(0)
};
static const unsigned char file165[] = {
#embed "../../../Corpus/portable/http-date/rfc-850-two-parts" if_empty(0)
};
static const unsigned char file166[] = {
#embed "../../../Corpus/portable/http-date/seconds" if_empty(0)
};
static const unsigned char file167[] = {
#embed "../../../Corpus/portable/http-date/seconds-0" if_empty(0)
};
static const unsigned char file168[] = {
#embed "../../../Corpus/portable/http-date/seconds-largest" if_empty(0)
};
static const unsigned char file169[] = {
#embed "../../../Corpus/portable/http-date/seconds-many" if_empty(0)
};
static const unsigned char file170[] = {
#embed "../../../Corpus/portable/http-date/seconds-negative" if_empty(0)
};
static const unsigned char file171[] = {
#embed "../../../Corpus/portable/http-date/seconds-with-sign" if_empty(0)
};
static const unsigned char file172[] = {
#embed "../../../Corpus/portable/http-date/signs-in-numbers" if_empty(0)
};
static const unsigned char file173[] = {
#embed "../../../Corpus/portable/http-date/too-long" if_empty(0)
};
static const unsigned char file174[] = {
#embed "../../../Corpus/portable/http-date/two-digit-year-69" if_empty(0)
};
static const unsigned char file175[] = {
#embed "../../../Corpus/portable/http-date/two-digit-year-70" if_empty(0)
};
static const unsigned char file176[] = {
#embed "../../../Corpus/portable/http-date/wrong-day-name" if_empty(0)
};
static const unsigned char file177[] = {
#embed "../../../Corpus/portable/http-date/year-0" if_empty(0)
};
static const unsigned char file178[] = {
#embed "../../../Corpus/portable/http-head.dict" if_empty(0)
};
static const unsigned char file179[] = {
#embed "../../../Corpus/portable/http-head/blanks-around-value" if_empty(0)
};
static const unsigned char file180[] = {
#embed "../../../Corpus/portable/http-head/carriage-return-within" if_empty(0)
};
static const unsigned char file181[] = {
#embed "../../../Corpus/portable/http-head/cut" if_empty(0)
};
static const unsigned char file182[] = {
#embed "../../../Corpus/portable/http-head/folded" if_empty(0)
};
static const unsigned char file183[] = {
#embed "../../../Corpus/portable/http-head/folded-behind-none" if_empty(0)
};
static const unsigned char file184[] = {
#embed "../../../Corpus/portable/http-head/folded-blanks" if_empty(0)
};
static const unsigned char file185[] = {
#embed "../../../Corpus/portable/http-head/folded-first" if_empty(0)
};
static const unsigned char file186[] = {
#embed "../../../Corpus/portable/http-head/http-2" if_empty(0)
};
static const unsigned char file187[] = {
#embed "../../../Corpus/portable/http-head/interim" if_empty(0)
};
static const unsigned char file188[] = {
#embed "../../../Corpus/portable/http-head/latin-1" if_empty(0)
};
static const unsigned char file189[] = {
#embed "../../../Corpus/portable/http-head/length-and-chunks" if_empty(0)
};
static const unsigned char file190[] = {
#embed "../../../Corpus/portable/http-head/length-behind-an-empty-one" if_empty(0)
};
static const unsigned char file191[] = {
#embed "../../../Corpus/portable/http-head/length-comma-alone" if_empty(0)
};
static const unsigned char file192[] = {
#embed "../../../Corpus/portable/http-head/length-empty" if_empty(0)
};
static const unsigned char file193[] = {
#embed "../../../Corpus/portable/http-head/length-no-number" if_empty(0)
};
static const unsigned char file194[] = {
#embed "../../../Corpus/portable/http-head/length-of-two-numbers" if_empty(0)
};
static const unsigned char file195[] = {
#embed "../../../Corpus/portable/http-head/length-signed" if_empty(0)
};
static const unsigned char file196[] = {
#embed "../../../Corpus/portable/http-head/length-too-large" if_empty(0)
};
static const unsigned char file197[] = {
#embed "../../../Corpus/portable/http-head/lengths-other" if_empty(0)
};
static const unsigned char file198[] = {
#embed "../../../Corpus/portable/http-head/lengths-same" if_empty(0)
};
static const unsigned char file199[] = {
#embed "../../../Corpus/portable/http-head/lengths-with-tab" if_empty(0)
};
static const unsigned char file200[] = {
#embed "../../../Corpus/portable/http-head/line-feeds" if_empty(0)
};
static const unsigned char file201[] = {
#embed "../../../Corpus/portable/http-head/no-head" if_empty(0)
};
static const unsigned char file202[] = {
#embed "../../../Corpus/portable/http-head/no-token" if_empty(0)
};
static const unsigned char file203[] = {
#embed "../../../Corpus/portable/http-head/not-modified" if_empty(0)
};
static const unsigned char file204[] = {
#embed "../../../Corpus/portable/http-head/nul-in-value" if_empty(0)
};
static const unsigned char file205[] = {
#embed "../../../Corpus/portable/http-head/ok" if_empty(0)
};
static const unsigned char file206[] = {
#embed "../../../Corpus/portable/http-head/pseudo-field" if_empty(0)
};
static const unsigned char file207[] = {
#embed "../../../Corpus/portable/http-head/reason-umlaut" if_empty(0)
};
static const unsigned char file208[] = {
#embed "../../../Corpus/portable/http-head/same-field-twice" if_empty(0)
};
static const unsigned char file209[] = {
#embed "../../../Corpus/portable/http-head/status-missing" if_empty(0)
};
static const unsigned char file210[] = {
#embed "../../../Corpus/portable/http-head/status-no-number" if_empty(0)
};
static const unsigned char file211[] = {
#embed "../../../Corpus/portable/http-head/status-signed" if_empty(0)
};
static const unsigned char file212[] = {
#embed "../../../Corpus/portable/http-head/status-too-large" if_empty(0)
};
static const unsigned char file213[] = {
#embed "../../../Corpus/portable/http-head/status-too-small" if_empty(0)
};
static const unsigned char file214[] = {
#embed "../../../Corpus/portable/http-head/trailer" if_empty(0)
};
static const unsigned char file215[] = {
#embed "../../../Corpus/portable/http-head/two-heads" if_empty(0)
};
static const unsigned char file216[] = {
#embed "../../../Corpus/portable/http-request.dict" if_empty(0)
};
static const unsigned char file217[] = {
#embed "../../../Corpus/portable/http-request/absolute-form" if_empty(0)
};
static const unsigned char file218[] = {
#embed "../../../Corpus/portable/http-request/asterisk-form" if_empty(0)
};
static const unsigned char file219[] = {
#embed "../../../Corpus/portable/http-request/authority-form" if_empty(0)
};
static const unsigned char file220[] = {
#embed "../../../Corpus/portable/http-request/byte-order-mark" if_empty(0)
};
static const unsigned char file221[] = {
#embed "../../../Corpus/portable/http-request/chunk-extension-blanks" if_empty(0)
};
static const unsigned char file222[] = {
#embed "../../../Corpus/portable/http-request/chunk-extension-line-feed" if_empty(0)
};
static const unsigned char file223[] = {
#embed "../../../Corpus/portable/http-request/chunk-extensions" if_empty(0)
};
static const unsigned char file224[] = {
#embed "../../../Corpus/portable/http-request/chunk-line-feeds" if_empty(0)
};
static const unsigned char file225[] = {
#embed "../../../Corpus/portable/http-request/chunk-size-0x" if_empty(0)
};
static const unsigned char file226[] = {
#embed "../../../Corpus/portable/http-request/chunk-size-blank-after" if_empty(0)
};
static const unsigned char file227[] = {
#embed "../../../Corpus/portable/http-request/chunk-size-blank-first" if_empty(0)
};
static const unsigned char file228[] = {
#embed "../../../Corpus/portable/http-request/chunk-size-plus" if_empty(0)
};
static const unsigned char file229[] = {
#embed "../../../Corpus/portable/http-request/chunk-size-too-large" if_empty(0)
};
static const unsigned char file230[] = {
#embed "../../../Corpus/portable/http-request/chunk-without-line-end" if_empty(0)
};
static const unsigned char file231[] = {
#embed "../../../Corpus/portable/http-request/chunks" if_empty(0)
};
static const unsigned char file232[] = {
#embed "../../../Corpus/portable/http-request/chunks-without-empty-line" if_empty(0)
};
static const unsigned char file233[] = {
#embed "../../../Corpus/portable/http-request/chunks-without-last" if_empty(0)
};
static const unsigned char file234[] = {
#embed "../../../Corpus/portable/http-request/coding-and-length" if_empty(0)
};
static const unsigned char file235[] = {
#embed "../../../Corpus/portable/http-request/coding-chunked-gzip" if_empty(0)
};
static const unsigned char file236[] = {
#embed "../../../Corpus/portable/http-request/coding-gzip-chunked" if_empty(0)
};
static const unsigned char file237[] = {
#embed "../../../Corpus/portable/http-request/coding-http-1-0" if_empty(0)
};
static const unsigned char file238[] = {
#embed "../../../Corpus/portable/http-request/coding-identity" if_empty(0)
};
static const unsigned char file239[] = {
#embed "../../../Corpus/portable/http-request/coding-tab" if_empty(0)
};
static const unsigned char file240[] = {
#embed "../../../Corpus/portable/http-request/coding-twice" if_empty(0)
};
static const unsigned char file241[] = {
#embed "../../../Corpus/portable/http-request/coding-upper-case" if_empty(0)
};
static const unsigned char file242[] = {
#embed "../../../Corpus/portable/http-request/coding-vertical-tab" if_empty(0)
};
static const unsigned char file243[] = {
#embed "../../../Corpus/portable/http-request/coding-xchunked" if_empty(0)
};
static const unsigned char file244[] = {
#embed "../../../Corpus/portable/http-request/cut-before-empty-line" if_empty(0)
};
static const unsigned char file245[] = {
#embed "../../../Corpus/portable/http-request/cut-in-request-line" if_empty(0)
};
static const unsigned char file246[] = {
#embed "../../../Corpus/portable/http-request/empty" if_empty(0)
};
static const unsigned char file247[] = {
#embed "../../../Corpus/portable/http-request/empty-line-first" if_empty(0)
};
static const unsigned char file248[] = {
#embed "../../../Corpus/portable/http-request/field-blank-before-colon" if_empty(0)
};
static const unsigned char file249[] = {
#embed "../../../Corpus/portable/http-request/field-blank-first" if_empty(0)
};
static const unsigned char file250[] = {
#embed "../../../Corpus/portable/http-request/field-blanks-around" if_empty(0)
};
static const unsigned char file251[] = {
#embed "../../../Corpus/portable/http-request/field-carriage-return" if_empty(0)
};
static const unsigned char file252[] = {
#embed "../../../Corpus/portable/http-request/field-empty-name" if_empty(0)
};
static const unsigned char file253[] = {
#embed "../../../Corpus/portable/http-request/field-folded" if_empty(0)
};
static const unsigned char file254[] = {
#embed "../../../Corpus/portable/http-request/field-latin-1" if_empty(0)
};
static const unsigned char file255[] = {
#embed "../../../Corpus/portable/http-request/field-name-utf-8" if_empty(0)
};
static const unsigned char file256[] = {
#embed "../../../Corpus/portable/http-request/field-nul" if_empty(0)
};
static const unsigned char file257[] = {
#embed "../../../Corpus/portable/http-request/field-without-colon" if_empty(0)
};
static const unsigned char file258[] = {
#embed "../../../Corpus/portable/http-request/host-empty" if_empty(0)
};
static const unsigned char file259[] = {
#embed "../../../Corpus/portable/http-request/host-missing" if_empty(0)
};
static const unsigned char file260[] = {
#embed "../../../Corpus/portable/http-request/host-twice" if_empty(0)
};
static const unsigned char file261[] = {
#embed "../../../Corpus/portable/http-request/host-with-blank" if_empty(0)
};
static const unsigned char file262[] = {
#embed "../../../Corpus/portable/http-request/length" if_empty(0)
};
static const unsigned char file263[] = {
#embed "../../../Corpus/portable/http-request/length-binary-body" if_empty(0)
};
static const unsigned char file264[] = {
#embed "../../../Corpus/portable/http-request/length-cut" if_empty(0)
};
static const unsigned char file265[] = {
#embed "../../../Corpus/portable/http-request/length-leading-zeros" if_empty(0)
};
static const unsigned char file266[] = {
#embed "../../../Corpus/portable/http-request/length-list-different" if_empty(0)
};
static const unsigned char file267[] = {
#embed "../../../Corpus/portable/http-request/length-list-same" if_empty(0)
};
static const unsigned char file268[] = {
#embed "../../../Corpus/portable/http-request/length-negative" if_empty(0)
};
static const unsigned char file269[] = {
#embed "../../../Corpus/portable/http-request/length-other-digits" if_empty(0)
};
static const unsigned char file270[] = {
#embed "../../../Corpus/portable/http-request/length-plus" if_empty(0)
};
static const unsigned char file271[] = {
#embed "../../../Corpus/portable/http-request/length-too-large" if_empty(0)
};
static const unsigned char file272[] = {
#embed "../../../Corpus/portable/http-request/lengths-different" if_empty(0)
};
static const unsigned char file273[] = {
#embed "../../../Corpus/portable/http-request/line-feeds" if_empty(0)
};
static const unsigned char file274[] = {
#embed "../../../Corpus/portable/http-request/method-parenthesis" if_empty(0)
};
static const unsigned char file275[] = {
#embed "../../../Corpus/portable/http-request/method-unknown" if_empty(0)
};
static const unsigned char file276[] = {
#embed "../../../Corpus/portable/http-request/origin-form" if_empty(0)
};
static const unsigned char file277[] = {
#embed "../../../Corpus/portable/http-request/request-line-of-3000" if_empty(0)
};
static const unsigned char file278[] = {
#embed "../../../Corpus/portable/http-request/request-line-two-blanks" if_empty(0)
};
static const unsigned char file279[] = {
#embed "../../../Corpus/portable/http-request/surplus" if_empty(0)
};
static const unsigned char file280[] = {
#embed "../../../Corpus/portable/http-request/target-fragment" if_empty(0)
};
static const unsigned char file281[] = {
#embed "../../../Corpus/portable/http-request/target-with-blank" if_empty(0)
};
static const unsigned char file282[] = {
#embed "../../../Corpus/portable/http-request/trailers" if_empty(0)
};
static const unsigned char file283[] = {
#embed "../../../Corpus/portable/http-request/trailers-framing" if_empty(0)
};
static const unsigned char file284[] = {
#embed "../../../Corpus/portable/http-request/version-1-0" if_empty(0)
};
static const unsigned char file285[] = {
#embed "../../../Corpus/portable/http-request/version-2-0" if_empty(0)
};
static const unsigned char file286[] = {
#embed "../../../Corpus/portable/http-request/version-lower-case" if_empty(0)
};
static const unsigned char file287[] = {
#embed "../../../Corpus/portable/json-lines.dict" if_empty(0)
};
static const unsigned char file288[] = {
#embed "../../../Corpus/portable/json-lines/blank-lines" if_empty(0)
};
static const unsigned char file289[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark" if_empty(0)
};
static const unsigned char file290[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark-alone" if_empty(0)
};
static const unsigned char file291[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark-cut-short" if_empty(0)
};
static const unsigned char file292[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark-in-second-line" if_empty(0)
};
static const unsigned char file293[] = {
#embed "../../../Corpus/portable/json-lines/byte-order-mark-twice" if_empty(0)
};
static const unsigned char file294[] = {
#embed "../../../Corpus/portable/json-lines/crlf" if_empty(0)
};
static const unsigned char file295[] = {
#embed "../../../Corpus/portable/json-lines/duplicate-key" if_empty(0)
};
static const unsigned char file296[] = {
#embed "../../../Corpus/portable/json-lines/duplicate-key-refused" if_empty(0)
};
static const unsigned char file297[] = {
#embed "../../../Corpus/portable/json-lines/empty-input" if_empty(0)
};
static const unsigned char file298[] = {
#embed "../../../Corpus/portable/json-lines/error-behind-lone-cr" if_empty(0)
};
static const unsigned char file299[] = {
#embed "../../../Corpus/portable/json-lines/error-behind-multibyte" if_empty(0)
};
static const unsigned char file300[] = {
#embed "../../../Corpus/portable/json-lines/integer-with-zero-fraction" if_empty(0)
};
static const unsigned char file301[] = {
#embed "../../../Corpus/portable/json-lines/integers" if_empty(0)
};
static const unsigned char file302[] = {
#embed "../../../Corpus/portable/json-lines/integers-with-a-stranger" if_empty(0)
};
static const unsigned char file303[] = {
#embed "../../../Corpus/portable/json-lines/invalid-utf-8" if_empty(0)
};
static const unsigned char file304[] = {
#embed "../../../Corpus/portable/json-lines/last-line-unended" if_empty(0)
};
static const unsigned char file305[] = {
#embed "../../../Corpus/portable/json-lines/lone-cr-is-data" if_empty(0)
};
static const unsigned char file306[] = {
#embed "../../../Corpus/portable/json-lines/malformed-in-second-line" if_empty(0)
};
static const unsigned char file307[] = {
#embed "../../../Corpus/portable/json-lines/nul" if_empty(0)
};
static const unsigned char file308[] = {
#embed "../../../Corpus/portable/json-lines/record-over-two-lines" if_empty(0)
};
static const unsigned char file309[] = {
#embed "../../../Corpus/portable/json-lines/text-with-combining-marks" if_empty(0)
};
static const unsigned char file310[] = {
#embed "../../../Corpus/portable/json-lines/too-deep" if_empty(0)
};
static const unsigned char file311[] = {
#embed "../../../Corpus/portable/json-lines/two-records" if_empty(0)
};
static const unsigned char file312[] = {
#embed "../../../Corpus/portable/json-lines/two-records-in-a-line" if_empty(0)
};
static const unsigned char file313[] = {
#embed "../../../Corpus/portable/json-sequence.dict" if_empty(0)
};
static const unsigned char file314[] = {
#embed "../../../Corpus/portable/json-sequence/backslash-outside-of-strings" if_empty(0)
};
static const unsigned char file315[] = {
#embed "../../../Corpus/portable/json-sequence/blank-at-end" if_empty(0)
};
static const unsigned char file316[] = {
#embed "../../../Corpus/portable/json-sequence/blank-then-separator" if_empty(0)
};
static const unsigned char file317[] = {
#embed "../../../Corpus/portable/json-sequence/brackets-that-do-not-match" if_empty(0)
};
static const unsigned char file318[] = {
#embed "../../../Corpus/portable/json-sequence/byte-order-mark" if_empty(0)
};
static const unsigned char file319[] = {
#embed "../../../Corpus/portable/json-sequence/byte-order-mark-first" if_empty(0)
};
static const unsigned char file320[] = {
#embed "../../../Corpus/portable/json-sequence/container-then-text" if_empty(0)
};
static const unsigned char file321[] = {
#embed "../../../Corpus/portable/json-sequence/container-then-text-then-record" if_empty(0)
};
static const unsigned char file322[] = {
#embed "../../../Corpus/portable/json-sequence/container-then-white-space" if_empty(0)
};
static const unsigned char file323[] = {
#embed "../../../Corpus/portable/json-sequence/container-without-line-feed" if_empty(0)
};
static const unsigned char file324[] = {
#embed "../../../Corpus/portable/json-sequence/duplicate-key" if_empty(0)
};
static const unsigned char file325[] = {
#embed "../../../Corpus/portable/json-sequence/empty-input" if_empty(0)
};
static const unsigned char file326[] = {
#embed "../../../Corpus/portable/json-sequence/escaped-quotes" if_empty(0)
};
static const unsigned char file327[] = {
#embed "../../../Corpus/portable/json-sequence/integers-and-a-stranger" if_empty(0)
};
static const unsigned char file328[] = {
#embed "../../../Corpus/portable/json-sequence/lines-before-an-error" if_empty(0)
};
static const unsigned char file329[] = {
#embed "../../../Corpus/portable/json-sequence/long-string-over-words" if_empty(0)
};
static const unsigned char file330[] = {
#embed "../../../Corpus/portable/json-sequence/malformed" if_empty(0)
};
static const unsigned char file331[] = {
#embed "../../../Corpus/portable/json-sequence/malformed-then-truncated" if_empty(0)
};
static const unsigned char file332[] = {
#embed "../../../Corpus/portable/json-sequence/malformed-twice" if_empty(0)
};
static const unsigned char file333[] = {
#embed "../../../Corpus/portable/json-sequence/missing-separator" if_empty(0)
};
static const unsigned char file334[] = {
#embed "../../../Corpus/portable/json-sequence/missing-separator-behind-white-space" if_empty(0)
};
static const unsigned char file335[] = {
#embed "../../../Corpus/portable/json-sequence/one-record" if_empty(0)
};
static const unsigned char file336[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-at-the-end" if_empty(0)
};
static const unsigned char file337[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-then-bracket" if_empty(0)
};
static const unsigned char file338[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-then-comma" if_empty(0)
};
static const unsigned char file339[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-then-comma-then-separator" if_empty(0)
};
static const unsigned char file340[] = {
#embed "../../../Corpus/portable/json-sequence/scalar-without-white-space" if_empty(0)
};
static const unsigned char file341[] = {
#embed "../../../Corpus/portable/json-sequence/separator-alone" if_empty(0)
};
static const unsigned char file342[] = {
#embed "../../../Corpus/portable/json-sequence/separator-and-blank" if_empty(0)
};
static const unsigned char file343[] = {
#embed "../../../Corpus/portable/json-sequence/separator-in-a-string" if_empty(0)
};
static const unsigned char file344[] = {
#embed "../../../Corpus/portable/json-sequence/separators-in-a-row" if_empty(0)
};
static const unsigned char file345[] = {
#embed "../../../Corpus/portable/json-sequence/several-records" if_empty(0)
};
static const unsigned char file346[] = {
#embed "../../../Corpus/portable/json-sequence/too-deep" if_empty(0)
};
static const unsigned char file347[] = {
#embed "../../../Corpus/portable/json-sequence/truncated-container" if_empty(0)
};
static const unsigned char file348[] = {
#embed "../../../Corpus/portable/json-sequence/truncated-container-at-the-end" if_empty(0)
};
static const unsigned char file349[] = {
#embed "../../../Corpus/portable/json-sequence/truncated-records" if_empty(0)
};
static const unsigned char file350[] = {
#embed "../../../Corpus/portable/json-sequence/truncated-string" if_empty(0)
};
static const unsigned char file351[] = {
#embed "../../../Corpus/portable/json.dict" if_empty(0)
};
static const unsigned char file352[] = {
#embed "../../../Corpus/portable/json/array-empty" if_empty(0)
};
static const unsigned char file353[] = {
#embed "../../../Corpus/portable/json/array-missing-comma" if_empty(0)
};
static const unsigned char file354[] = {
#embed "../../../Corpus/portable/json/array-of-array" if_empty(0)
};
static const unsigned char file355[] = {
#embed "../../../Corpus/portable/json/array-of-elements-of-each-kind" if_empty(0)
};
static const unsigned char file356[] = {
#embed "../../../Corpus/portable/json/array-trailing-comma" if_empty(0)
};
static const unsigned char file357[] = {
#embed "../../../Corpus/portable/json/array-unclosed" if_empty(0)
};
static const unsigned char file358[] = {
#embed "../../../Corpus/portable/json/arrays-nested" if_empty(0)
};
static const unsigned char file359[] = {
#embed "../../../Corpus/portable/json/byte-order-mark" if_empty(0)
};
static const unsigned char file360[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-cut-short" if_empty(0)
};
static const unsigned char file361[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-object" if_empty(0)
};
static const unsigned char file362[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-then-nul" if_empty(0)
};
static const unsigned char file363[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-twice" if_empty(0)
};
static const unsigned char file364[] = {
#embed "../../../Corpus/portable/json/byte-order-mark-within" if_empty(0)
};
static const unsigned char file365[] = {
#embed "../../../Corpus/portable/json/comment" if_empty(0)
};
static const unsigned char file366[] = {
#embed "../../../Corpus/portable/json/decimal-digits" if_empty(0)
};
static const unsigned char file367[] = {
#embed "../../../Corpus/portable/json/decimal-over-38-digits" if_empty(0)
};
static const unsigned char file368[] = {
#embed "../../../Corpus/portable/json/depth-of-3" if_empty(0)
};
static const unsigned char file369[] = {
#embed "../../../Corpus/portable/json/depth-of-4" if_empty(0)
};
static const unsigned char file370[] = {
#embed "../../../Corpus/portable/json/depth-of-512" if_empty(0)
};
static const unsigned char file371[] = {
#embed "../../../Corpus/portable/json/depth-of-513" if_empty(0)
};
static const unsigned char file372[] = {
#embed "../../../Corpus/portable/json/depth-of-64" if_empty(0)
};
static const unsigned char file373[] = {
#embed "../../../Corpus/portable/json/depth-of-65" if_empty(0)
};
static const unsigned char file374[] = {
#embed "../../../Corpus/portable/json/double-half-way" if_empty(0)
};
static const unsigned char file375[] = {
#embed "../../../Corpus/portable/json/double-half-way-long" if_empty(0)
};
static const unsigned char file376[] = {
#embed "../../../Corpus/portable/json/double-huge-exponent" if_empty(0)
};
static const unsigned char file377[] = {
#embed "../../../Corpus/portable/json/double-largest" if_empty(0)
};
static const unsigned char file378[] = {
#embed "../../../Corpus/portable/json/double-long-digits" if_empty(0)
};
static const unsigned char file379[] = {
#embed "../../../Corpus/portable/json/double-of-19-digits" if_empty(0)
};
static const unsigned char file380[] = {
#embed "../../../Corpus/portable/json/double-overflow" if_empty(0)
};
static const unsigned char file381[] = {
#embed "../../../Corpus/portable/json/double-overflow-by-exponent" if_empty(0)
};
static const unsigned char file382[] = {
#embed "../../../Corpus/portable/json/double-smallest" if_empty(0)
};
static const unsigned char file383[] = {
#embed "../../../Corpus/portable/json/double-subnormal-border" if_empty(0)
};
static const unsigned char file384[] = {
#embed "../../../Corpus/portable/json/double-underflow" if_empty(0)
};
static const unsigned char file385[] = {
#embed "../../../Corpus/portable/json/elements-cut" if_empty(0)
};
static const unsigned char file386[] = {
#embed "../../../Corpus/portable/json/elements-of-growing-length" if_empty(0)
};
static const unsigned char file387[] = {
#embed "../../../Corpus/portable/json/empty-input" if_empty(0)
};
static const unsigned char file388[] = {
#embed "../../../Corpus/portable/json/empty-key-and-text" if_empty(0)
};
static const unsigned char file389[] = {
#embed "../../../Corpus/portable/json/float-half-way" if_empty(0)
};
static const unsigned char file390[] = {
#embed "../../../Corpus/portable/json/float-overflow" if_empty(0)
};
static const unsigned char file391[] = {
#embed "../../../Corpus/portable/json/integer-128-bits" if_empty(0)
};
static const unsigned char file392[] = {
#embed "../../../Corpus/portable/json/integer-by-exponent" if_empty(0)
};
static const unsigned char file393[] = {
#embed "../../../Corpus/portable/json/integer-by-positive-exponent" if_empty(0)
};
static const unsigned char file394[] = {
#embed "../../../Corpus/portable/json/integer-max" if_empty(0)
};
static const unsigned char file395[] = {
#embed "../../../Corpus/portable/json/integer-min" if_empty(0)
};
static const unsigned char file396[] = {
#embed "../../../Corpus/portable/json/integer-over-64-bits" if_empty(0)
};
static const unsigned char file397[] = {
#embed "../../../Corpus/portable/json/integer-that-is-none" if_empty(0)
};
static const unsigned char file398[] = {
#embed "../../../Corpus/portable/json/integer-with-zero-fraction" if_empty(0)
};
static const unsigned char file399[] = {
#embed "../../../Corpus/portable/json/lines-of-three-kinds-before-an-error" if_empty(0)
};
static const unsigned char file400[] = {
#embed "../../../Corpus/portable/json/list-of-bools" if_empty(0)
};
static const unsigned char file401[] = {
#embed "../../../Corpus/portable/json/list-of-doubles" if_empty(0)
};
static const unsigned char file402[] = {
#embed "../../../Corpus/portable/json/list-of-integers" if_empty(0)
};
static const unsigned char file403[] = {
#embed "../../../Corpus/portable/json/list-of-mixed" if_empty(0)
};
static const unsigned char file404[] = {
#embed "../../../Corpus/portable/json/list-of-nulls" if_empty(0)
};
static const unsigned char file405[] = {
#embed "../../../Corpus/portable/json/list-of-texts" if_empty(0)
};
static const unsigned char file406[] = {
#embed "../../../Corpus/portable/json/lists-of-lists" if_empty(0)
};
static const unsigned char file407[] = {
#embed "../../../Corpus/portable/json/literal-cut-short" if_empty(0)
};
static const unsigned char file408[] = {
#embed "../../../Corpus/portable/json/literal-with-more" if_empty(0)
};
static const unsigned char file409[] = {
#embed "../../../Corpus/portable/json/literals-over-byte-64" if_empty(0)
};
static const unsigned char file410[] = {
#embed "../../../Corpus/portable/json/minus-alone" if_empty(0)
};
static const unsigned char file411[] = {
#embed "../../../Corpus/portable/json/nan" if_empty(0)
};
static const unsigned char file412[] = {
#embed "../../../Corpus/portable/json/nul-after-space" if_empty(0)
};
static const unsigned char file413[] = {
#embed "../../../Corpus/portable/json/nul-behind-document" if_empty(0)
};
static const unsigned char file414[] = {
#embed "../../../Corpus/portable/json/nul-in-array" if_empty(0)
};
static const unsigned char file415[] = {
#embed "../../../Corpus/portable/json/number-fraction-and-exponent" if_empty(0)
};
static const unsigned char file416[] = {
#embed "../../../Corpus/portable/json/number-leading-zero" if_empty(0)
};
static const unsigned char file417[] = {
#embed "../../../Corpus/portable/json/number-long" if_empty(0)
};
static const unsigned char file418[] = {
#embed "../../../Corpus/portable/json/number-over-byte-64" if_empty(0)
};
static const unsigned char file419[] = {
#embed "../../../Corpus/portable/json/number-over-byte-8" if_empty(0)
};
static const unsigned char file420[] = {
#embed "../../../Corpus/portable/json/number-underflow" if_empty(0)
};
static const unsigned char file421[] = {
#embed "../../../Corpus/portable/json/number-without-digits" if_empty(0)
};
static const unsigned char file422[] = {
#embed "../../../Corpus/portable/json/number-without-exponent" if_empty(0)
};
static const unsigned char file423[] = {
#embed "../../../Corpus/portable/json/number-without-fraction" if_empty(0)
};
static const unsigned char file424[] = {
#embed "../../../Corpus/portable/json/object-closed-by-bracket" if_empty(0)
};
static const unsigned char file425[] = {
#embed "../../../Corpus/portable/json/object-duplicate-key" if_empty(0)
};
static const unsigned char file426[] = {
#embed "../../../Corpus/portable/json/object-duplicate-key-apart" if_empty(0)
};
static const unsigned char file427[] = {
#embed "../../../Corpus/portable/json/object-duplicate-key-by-escape" if_empty(0)
};
static const unsigned char file428[] = {
#embed "../../../Corpus/portable/json/object-duplicate-key-within-a-member" if_empty(0)
};
static const unsigned char file429[] = {
#embed "../../../Corpus/portable/json/object-duplicate-keys-nested" if_empty(0)
};
static const unsigned char file430[] = {
#embed "../../../Corpus/portable/json/object-empty" if_empty(0)
};
static const unsigned char file431[] = {
#embed "../../../Corpus/portable/json/object-escaped-key" if_empty(0)
};
static const unsigned char file432[] = {
#embed "../../../Corpus/portable/json/object-escaped-keys" if_empty(0)
};
static const unsigned char file433[] = {
#embed "../../../Corpus/portable/json/object-key-no-string" if_empty(0)
};
static const unsigned char file434[] = {
#embed "../../../Corpus/portable/json/object-key-with-nul" if_empty(0)
};
static const unsigned char file435[] = {
#embed "../../../Corpus/portable/json/object-keys-with-one-accent" if_empty(0)
};
static const unsigned char file436[] = {
#embed "../../../Corpus/portable/json/object-keys-with-one-accent-composed" if_empty(0)
};
static const unsigned char file437[] = {
#embed "../../../Corpus/portable/json/object-members" if_empty(0)
};
static const unsigned char file438[] = {
#embed "../../../Corpus/portable/json/object-of-escaped-keys" if_empty(0)
};
static const unsigned char file439[] = {
#embed "../../../Corpus/portable/json/object-of-wide-keys" if_empty(0)
};
static const unsigned char file440[] = {
#embed "../../../Corpus/portable/json/object-trailing-comma" if_empty(0)
};
static const unsigned char file441[] = {
#embed "../../../Corpus/portable/json/object-unsorted-keys" if_empty(0)
};
static const unsigned char file442[] = {
#embed "../../../Corpus/portable/json/object-wide" if_empty(0)
};
static const unsigned char file443[] = {
#embed "../../../Corpus/portable/json/object-wide-duplicate-key" if_empty(0)
};
static const unsigned char file444[] = {
#embed "../../../Corpus/portable/json/object-with-nulls" if_empty(0)
};
static const unsigned char file445[] = {
#embed "../../../Corpus/portable/json/object-without-colon" if_empty(0)
};
static const unsigned char file446[] = {
#embed "../../../Corpus/portable/json/objects-nested-with-duplicates" if_empty(0)
};
static const unsigned char file447[] = {
#embed "../../../Corpus/portable/json/record" if_empty(0)
};
static const unsigned char file448[] = {
#embed "../../../Corpus/portable/json/records" if_empty(0)
};
static const unsigned char file449[] = {
#embed "../../../Corpus/portable/json/scalar-false" if_empty(0)
};
static const unsigned char file450[] = {
#embed "../../../Corpus/portable/json/scalar-negative-zero" if_empty(0)
};
static const unsigned char file451[] = {
#embed "../../../Corpus/portable/json/scalar-null" if_empty(0)
};
static const unsigned char file452[] = {
#embed "../../../Corpus/portable/json/scalar-one" if_empty(0)
};
static const unsigned char file453[] = {
#embed "../../../Corpus/portable/json/scalar-true" if_empty(0)
};
static const unsigned char file454[] = {
#embed "../../../Corpus/portable/json/scalar-zero" if_empty(0)
};
static const unsigned char file455[] = {
#embed "../../../Corpus/portable/json/single-quotes" if_empty(0)
};
static const unsigned char file456[] = {
#embed "../../../Corpus/portable/json/slashes" if_empty(0)
};
static const unsigned char file457[] = {
#embed "../../../Corpus/portable/json/string-above-the-last-scalar" if_empty(0)
};
static const unsigned char file458[] = {
#embed "../../../Corpus/portable/json/string-backslashes-over-byte-64" if_empty(0)
};
static const unsigned char file459[] = {
#embed "../../../Corpus/portable/json/string-control-character" if_empty(0)
};
static const unsigned char file460[] = {
#embed "../../../Corpus/portable/json/string-control-character-1" if_empty(0)
};
static const unsigned char file461[] = {
#embed "../../../Corpus/portable/json/string-control-character-at-byte-64" if_empty(0)
};
static const unsigned char file462[] = {
#embed "../../../Corpus/portable/json/string-escape-cut-short" if_empty(0)
};
static const unsigned char file463[] = {
#embed "../../../Corpus/portable/json/string-escape-not-hexadecimal" if_empty(0)
};
static const unsigned char file464[] = {
#embed "../../../Corpus/portable/json/string-escape-over-byte-16" if_empty(0)
};
static const unsigned char file465[] = {
#embed "../../../Corpus/portable/json/string-escape-over-byte-64" if_empty(0)
};
static const unsigned char file466[] = {
#embed "../../../Corpus/portable/json/string-escape-over-byte-8" if_empty(0)
};
static const unsigned char file467[] = {
#embed "../../../Corpus/portable/json/string-escaped-letter" if_empty(0)
};
static const unsigned char file468[] = {
#embed "../../../Corpus/portable/json/string-escapes" if_empty(0)
};
static const unsigned char file469[] = {
#embed "../../../Corpus/portable/json/string-high-surrogate-then-backslash-at-the-end" if_empty(0)
};
static const unsigned char file470[] = {
#embed "../../../Corpus/portable/json/string-high-then-high" if_empty(0)
};
static const unsigned char file471[] = {
#embed "../../../Corpus/portable/json/string-high-then-other-escape" if_empty(0)
};
static const unsigned char file472[] = {
#embed "../../../Corpus/portable/json/string-invalid-utf-8" if_empty(0)
};
static const unsigned char file473[] = {
#embed "../../../Corpus/portable/json/string-invalid-utf-8-at-byte-64" if_empty(0)
};
static const unsigned char file474[] = {
#embed "../../../Corpus/portable/json/string-lone-high-surrogate" if_empty(0)
};
static const unsigned char file475[] = {
#embed "../../../Corpus/portable/json/string-lone-low-surrogate" if_empty(0)
};
static const unsigned char file476[] = {
#embed "../../../Corpus/portable/json/string-low-surrogate-at-the-end" if_empty(0)
};
static const unsigned char file477[] = {
#embed "../../../Corpus/portable/json/string-multibyte-over-byte-16" if_empty(0)
};
static const unsigned char file478[] = {
#embed "../../../Corpus/portable/json/string-multibyte-over-byte-64" if_empty(0)
};
static const unsigned char file479[] = {
#embed "../../../Corpus/portable/json/string-odd-backslashes-over-byte-64" if_empty(0)
};
static const unsigned char file480[] = {
#embed "../../../Corpus/portable/json/string-overlong" if_empty(0)
};
static const unsigned char file481[] = {
#embed "../../../Corpus/portable/json/string-plain" if_empty(0)
};
static const unsigned char file482[] = {
#embed "../../../Corpus/portable/json/string-quote-at-byte-15" if_empty(0)
};
static const unsigned char file483[] = {
#embed "../../../Corpus/portable/json/string-quote-at-byte-63" if_empty(0)
};
static const unsigned char file484[] = {
#embed "../../../Corpus/portable/json/string-quote-at-byte-64" if_empty(0)
};
static const unsigned char file485[] = {
#embed "../../../Corpus/portable/json/string-quote-at-byte-7" if_empty(0)
};
static const unsigned char file486[] = {
#embed "../../../Corpus/portable/json/string-surrogate-in-utf-8" if_empty(0)
};
static const unsigned char file487[] = {
#embed "../../../Corpus/portable/json/string-surrogate-pair" if_empty(0)
};
static const unsigned char file488[] = {
#embed "../../../Corpus/portable/json/string-surrogates-over-byte-64" if_empty(0)
};
static const unsigned char file489[] = {
#embed "../../../Corpus/portable/json/string-two-three-four-bytes" if_empty(0)
};
static const unsigned char file490[] = {
#embed "../../../Corpus/portable/json/string-unknown-escape" if_empty(0)
};
static const unsigned char file491[] = {
#embed "../../../Corpus/portable/json/string-unterminated" if_empty(0)
};
static const unsigned char file492[] = {
#embed "../../../Corpus/portable/json/string-utf-8-cut-short" if_empty(0)
};
static const unsigned char file493[] = {
#embed "../../../Corpus/portable/json/trailing-bracket" if_empty(0)
};
static const unsigned char file494[] = {
#embed "../../../Corpus/portable/json/trailing-characters" if_empty(0)
};
static const unsigned char file495[] = {
#embed "../../../Corpus/portable/json/trailing-comma-behind-document" if_empty(0)
};
static const unsigned char file496[] = {
#embed "../../../Corpus/portable/json/two-documents" if_empty(0)
};
static const unsigned char file497[] = {
#embed "../../../Corpus/portable/json/unfinished-literal" if_empty(0)
};
static const unsigned char file498[] = {
#embed "../../../Corpus/portable/json/unsigned-max" if_empty(0)
};
static const unsigned char file499[] = {
#embed "../../../Corpus/portable/json/utf-16-big-endian" if_empty(0)
};
static const unsigned char file500[] = {
#embed "../../../Corpus/portable/json/utf-16-big-endian-object" if_empty(0)
};
static const unsigned char file501[] = {
#embed "../../../Corpus/portable/json/utf-16-little-endian" if_empty(0)
};
static const unsigned char file502[] = {
255, 254, 91, 0, 49, 0, 93, 0
};
static const unsigned char file503[] = {
#embed "../../../Corpus/portable/json/utf-32-big-endian" if_empty(0)
};
static const unsigned char file504[] = {
#embed "../../../Corpus/portable/json/white-space-alone" if_empty(0)
};
static const unsigned char file505[] = {
#embed "../../../Corpus/portable/json/white-space-of-all-kinds" if_empty(0)
};
static const unsigned char file506[] = {
#embed "../../../Corpus/portable/json/white-space-over-byte-64" if_empty(0)
};
static const unsigned char file507[] = {
#embed "../../../Corpus/portable/json/zero-with-exponent" if_empty(0)
};
static const unsigned char file508[] = {
#embed "../../../Corpus/portable/json/zero-with-small-exponent" if_empty(0)
};
static const unsigned char file509[] = {
#embed "../../../Corpus/portable/manifest.jsonl" if_empty(0)
};
static const unsigned char file510[] = {
#embed "../../../Corpus/portable/media-type.dict" if_empty(0)
};
static const unsigned char file511[] = {
#embed "../../../Corpus/portable/media-type/backslash-at-end" if_empty(0)
};
static const unsigned char file512[] = {
#embed "../../../Corpus/portable/media-type/behind-quotes" if_empty(0)
};
static const unsigned char file513[] = {
#embed "../../../Corpus/portable/media-type/beyond-latin-1" if_empty(0)
};
static const unsigned char file514[] = {
#embed "../../../Corpus/portable/media-type/blank-before-equals" if_empty(0)
};
static const unsigned char file515[] = {
#embed "../../../Corpus/portable/media-type/blanks-around" if_empty(0)
};
static const unsigned char file516[] = {
#embed "../../../Corpus/portable/media-type/boundary" if_empty(0)
};
static const unsigned char file517[] = {
#embed "../../../Corpus/portable/media-type/charset-not-closed" if_empty(0)
};
static const unsigned char file518[] = {
#embed "../../../Corpus/portable/media-type/charset-twice" if_empty(0)
};
static const unsigned char file519[] = {
#embed "../../../Corpus/portable/media-type/control-in-value" if_empty(0)
};
static const unsigned char file520[] = {
#embed "../../../Corpus/portable/media-type/empty-subtype" if_empty(0)
};
static const unsigned char file521[] = {
#embed "../../../Corpus/portable/media-type/empty-type" if_empty(0)
};
static const unsigned char file522[] = {
#embed "../../../Corpus/portable/media-type/empty-value" if_empty(0)
};
static const unsigned char file523[] = {
#embed "../../../Corpus/portable/media-type/escaped-quote" if_empty(0)
};
static const unsigned char file524[] = {
#embed "../../../Corpus/portable/media-type/latin-1" if_empty(0)
};
static const unsigned char file525[] = {
#embed "../../../Corpus/portable/media-type/many-semicolons" if_empty(0)
};
static const unsigned char file526[] = {
#embed "../../../Corpus/portable/media-type/no-slash" if_empty(0)
};
static const unsigned char file527[] = {
#embed "../../../Corpus/portable/media-type/no-value" if_empty(0)
};
static const unsigned char file528[] = {
#embed "../../../Corpus/portable/media-type/parameter" if_empty(0)
};
static const unsigned char file529[] = {
#embed "../../../Corpus/portable/media-type/quote-not-closed" if_empty(0)
};
static const unsigned char file530[] = {
#embed "../../../Corpus/portable/media-type/quoted" if_empty(0)
};
static const unsigned char file531[] = {
#embed "../../../Corpus/portable/media-type/range-all" if_empty(0)
};
static const unsigned char file532[] = {
#embed "../../../Corpus/portable/media-type/range-any-suffix" if_empty(0)
};
static const unsigned char file533[] = {
#embed "../../../Corpus/portable/media-type/range-star-plus" if_empty(0)
};
static const unsigned char file534[] = {
#embed "../../../Corpus/portable/media-type/range-star-within" if_empty(0)
};
static const unsigned char file535[] = {
#embed "../../../Corpus/portable/media-type/range-suffix" if_empty(0)
};
static const unsigned char file536[] = {
#embed "../../../Corpus/portable/media-type/range-two-stars" if_empty(0)
};
static const unsigned char file537[] = {
#embed "../../../Corpus/portable/media-type/range-type" if_empty(0)
};
static const unsigned char file538[] = {
#embed "../../../Corpus/portable/media-type/range-type-star" if_empty(0)
};
static const unsigned char file539[] = {
#embed "../../../Corpus/portable/media-type/range-with-parameter" if_empty(0)
};
static const unsigned char file540[] = {
#embed "../../../Corpus/portable/media-type/same-name-twice" if_empty(0)
};
static const unsigned char file541[] = {
#embed "../../../Corpus/portable/media-type/space-in-type" if_empty(0)
};
static const unsigned char file542[] = {
#embed "../../../Corpus/portable/media-type/suffix" if_empty(0)
};
static const unsigned char file543[] = {
#embed "../../../Corpus/portable/media-type/suffix-empty" if_empty(0)
};
static const unsigned char file544[] = {
#embed "../../../Corpus/portable/media-type/suffix-two" if_empty(0)
};
static const unsigned char file545[] = {
#embed "../../../Corpus/portable/media-type/tab-in-value" if_empty(0)
};
static const unsigned char file546[] = {
#embed "../../../Corpus/portable/media-type/type-alone" if_empty(0)
};
static const unsigned char file547[] = {
#embed "../../../Corpus/portable/media-type/upper-case" if_empty(0)
};
static const unsigned char file548[] = {
#embed "../../../Corpus/portable/multipart.dict" if_empty(0)
};
static const unsigned char file549[] = {
#embed "../../../Corpus/portable/multipart/bad-header-behind-part" if_empty(0)
};
static const unsigned char file550[] = {
#embed "../../../Corpus/portable/multipart/bare-carriage-return" if_empty(0)
};
static const unsigned char file551[] = {
#embed "../../../Corpus/portable/multipart/blank-before-boundary" if_empty(0)
};
static const unsigned char file552[] = {
#embed "../../../Corpus/portable/multipart/blanks-behind-boundary" if_empty(0)
};
static const unsigned char file553[] = {
#embed "../../../Corpus/portable/multipart/byte-order-mark-before-boundary" if_empty(0)
};
static const unsigned char file554[] = {
#embed "../../../Corpus/portable/multipart/byte-range-and-length" if_empty(0)
};
static const unsigned char file555[] = {
#embed "../../../Corpus/portable/multipart/byte-range-missing" if_empty(0)
};
static const unsigned char file556[] = {
#embed "../../../Corpus/portable/multipart/byte-range-too-short" if_empty(0)
};
static const unsigned char file557[] = {
#embed "../../../Corpus/portable/multipart/byte-ranges" if_empty(0)
};
static const unsigned char file558[] = {
#embed "../../../Corpus/portable/multipart/byte-ranges-of-two-wholes" if_empty(0)
};
static const unsigned char file559[] = {
#embed "../../../Corpus/portable/multipart/byte-ranges-of-unknown-whole" if_empty(0)
};
static const unsigned char file560[] = {
#embed "../../../Corpus/portable/multipart/cut" if_empty(0)
};
static const unsigned char file561[] = {
#embed "../../../Corpus/portable/multipart/cut-in-body" if_empty(0)
};
static const unsigned char file562[] = {
#embed "../../../Corpus/portable/multipart/cut-in-closing-boundary" if_empty(0)
};
static const unsigned char file563[] = {
#embed "../../../Corpus/portable/multipart/cut-in-headers" if_empty(0)
};
static const unsigned char file564[] = {
#embed "../../../Corpus/portable/multipart/dashes-as-boundary" if_empty(0)
};
static const unsigned char file565[] = {
#embed "../../../Corpus/portable/multipart/data" if_empty(0)
};
static const unsigned char file566[] = {
#embed "../../../Corpus/portable/multipart/dense-boundaries" if_empty(0)
};
static const unsigned char file567[] = {
#embed "../../../Corpus/portable/multipart/empty" if_empty(0)
};
static const unsigned char file568[] = {
#embed "../../../Corpus/portable/multipart/empty-body" if_empty(0)
};
static const unsigned char file569[] = {
#embed "../../../Corpus/portable/multipart/empty-body-shares-line-break" if_empty(0)
};
static const unsigned char file570[] = {
#embed "../../../Corpus/portable/multipart/empty-file-name" if_empty(0)
};
static const unsigned char file571[] = {
#embed "../../../Corpus/portable/multipart/escaped-name" if_empty(0)
};
static const unsigned char file572[] = {
#embed "../../../Corpus/portable/multipart/escaped-quotes" if_empty(0)
};
static const unsigned char file573[] = {
#embed "../../../Corpus/portable/multipart/extended-file-name-ignored" if_empty(0)
};
static const unsigned char file574[] = {
#embed "../../../Corpus/portable/multipart/file-left-empty" if_empty(0)
};
static const unsigned char file575[] = {
#embed "../../../Corpus/portable/multipart/first-boundary-without-dashes" if_empty(0)
};
static const unsigned char file576[] = {
#embed "../../../Corpus/portable/multipart/folded-header" if_empty(0)
};
static const unsigned char file577[] = {
#embed "../../../Corpus/portable/multipart/form" if_empty(0)
};
static const unsigned char file578[] = {
#embed "../../../Corpus/portable/multipart/invalid-disposition" if_empty(0)
};
static const unsigned char file579[] = {
#embed "../../../Corpus/portable/multipart/invalid-utf8" if_empty(0)
};
static const unsigned char file580[] = {
#embed "../../../Corpus/portable/multipart/last-line-break-cut" if_empty(0)
};
static const unsigned char file581[] = {
#embed "../../../Corpus/portable/multipart/length-exact" if_empty(0)
};
static const unsigned char file582[] = {
#embed "../../../Corpus/portable/multipart/length-no-number" if_empty(0)
};
static const unsigned char file583[] = {
#embed "../../../Corpus/portable/multipart/length-too-large" if_empty(0)
};
static const unsigned char file584[] = {
#embed "../../../Corpus/portable/multipart/length-too-small" if_empty(0)
};
static const unsigned char file585[] = {
#embed "../../../Corpus/portable/multipart/line-feed-before-boundary" if_empty(0)
};
static const unsigned char file586[] = {
#embed "../../../Corpus/portable/multipart/line-feed-in-header" if_empty(0)
};
static const unsigned char file587[] = {
#embed "../../../Corpus/portable/multipart/line-feed-in-preamble" if_empty(0)
};
static const unsigned char file588[] = {
#embed "../../../Corpus/portable/multipart/line-feeds" if_empty(0)
};
static const unsigned char file589[] = {
#embed "../../../Corpus/portable/multipart/long-body" if_empty(0)
};
static const unsigned char file590[] = {
#embed "../../../Corpus/portable/multipart/look-alikes" if_empty(0)
};
static const unsigned char file591[] = {
#embed "../../../Corpus/portable/multipart/many-files" if_empty(0)
};
static const unsigned char file592[] = {
#embed "../../../Corpus/portable/multipart/many-line-breaks" if_empty(0)
};
static const unsigned char file593[] = {
#embed "../../../Corpus/portable/multipart/missing-colon" if_empty(0)
};
static const unsigned char file594[] = {
#embed "../../../Corpus/portable/multipart/missing-disposition" if_empty(0)
};
static const unsigned char file595[] = {
#embed "../../../Corpus/portable/multipart/missing-name" if_empty(0)
};
static const unsigned char file596[] = {
#embed "../../../Corpus/portable/multipart/mixed-invalid-file-name" if_empty(0)
};
static const unsigned char file597[] = {
#embed "../../../Corpus/portable/multipart/mixed-parts" if_empty(0)
};
static const unsigned char file598[] = {
#embed "../../../Corpus/portable/multipart/name-ends-in-backslash" if_empty(0)
};
static const unsigned char file599[] = {
#embed "../../../Corpus/portable/multipart/name-not-closed" if_empty(0)
};
static const unsigned char file600[] = {
#embed "../../../Corpus/portable/multipart/no-closing-boundary" if_empty(0)
};
static const unsigned char file601[] = {
#embed "../../../Corpus/portable/multipart/no-token" if_empty(0)
};
static const unsigned char file602[] = {
#embed "../../../Corpus/portable/multipart/nul-in-header" if_empty(0)
};
static const unsigned char file603[] = {
#embed "../../../Corpus/portable/multipart/odd-boundary" if_empty(0)
};
static const unsigned char file604[] = {
#embed "../../../Corpus/portable/multipart/other-disposition" if_empty(0)
};
static const unsigned char file605[] = {
#embed "../../../Corpus/portable/multipart/preamble-and-epilogue" if_empty(0)
};
static const unsigned char file606[] = {
#embed "../../../Corpus/portable/multipart/repeated-disposition" if_empty(0)
};
static const unsigned char file607[] = {
#embed "../../../Corpus/portable/multipart/repeated-name" if_empty(0)
};
static const unsigned char file608[] = {
#embed "../../../Corpus/portable/multipart/repeated-type" if_empty(0)
};
static const unsigned char file609[] = {
#embed "../../../Corpus/portable/multipart/seventy-characters" if_empty(0)
};
static const unsigned char file610[] = {
#embed "../../../Corpus/portable/multipart/space-in-boundary" if_empty(0)
};
static const unsigned char file611[] = {
#embed "../../../Corpus/portable/multipart/text-and-near-boundary" if_empty(0)
};
static const unsigned char file612[] = {
#embed "../../../Corpus/portable/multipart/text-not-utf8" if_empty(0)
};
static const unsigned char file613[] = {
#embed "../../../Corpus/portable/multipart/transfer-encoding-base64" if_empty(0)
};
static const unsigned char file614[] = {
#embed "../../../Corpus/portable/multipart/transfer-encoding-binary" if_empty(0)
};
static const unsigned char file615[] = {
#embed "../../../Corpus/portable/multipart/two-parts" if_empty(0)
};
static const unsigned char file616[] = {
#embed "../../../Corpus/portable/multipart/zero-parts" if_empty(0)
};
static const unsigned char file617[] = {
#embed "../../../Corpus/portable/multipart/zero-parts-line-break" if_empty(0)
};
static const unsigned char file618[] = {
#embed "../../../Corpus/portable/property-list-binary.dict" if_empty(0)
};
static const unsigned char file619[] = {
#embed "../../../Corpus/portable/property-list-binary/all-kinds" if_empty(0)
};
static const unsigned char file620[] = {
#embed "../../../Corpus/portable/property-list-binary/array-of-itself" if_empty(0)
};
static const unsigned char file621[] = {
#embed "../../../Corpus/portable/property-list-binary/body-reaches-the-table" if_empty(0)
};
static const unsigned char file622[] = {
#embed "../../../Corpus/portable/property-list-binary/bytes-between-table-and-trailer" if_empty(0)
};
static const unsigned char file623[] = {
#embed "../../../Corpus/portable/property-list-binary/count-absurd" if_empty(0)
};
static const unsigned char file624[] = {
#embed "../../../Corpus/portable/property-list-binary/count-absurd-of-pairs" if_empty(0)
};
static const unsigned char file625[] = {
#embed "../../../Corpus/portable/property-list-binary/count-as-integer" if_empty(0)
};
static const unsigned char file626[] = {
#embed "../../../Corpus/portable/property-list-binary/count-as-wide-integer" if_empty(0)
};
static const unsigned char file627[] = {
#embed "../../../Corpus/portable/property-list-binary/count-cut-short" if_empty(0)
};
static const unsigned char file628[] = {
#embed "../../../Corpus/portable/property-list-binary/count-negative" if_empty(0)
};
static const unsigned char file629[] = {
#embed "../../../Corpus/portable/property-list-binary/count-no-integer" if_empty(0)
};
static const unsigned char file630[] = {
#embed "../../../Corpus/portable/property-list-binary/count-of-16-bytes" if_empty(0)
};
static const unsigned char file631[] = {
#embed "../../../Corpus/portable/property-list-binary/cycle-of-two" if_empty(0)
};
static const unsigned char file632[] = {
#embed "../../../Corpus/portable/property-list-binary/date-far" if_empty(0)
};
static const unsigned char file633[] = {
#embed "../../../Corpus/portable/property-list-binary/date-no-number" if_empty(0)
};
static const unsigned char file634[] = {
#embed "../../../Corpus/portable/property-list-binary/date-of-4-bytes" if_empty(0)
};
static const unsigned char file635[] = {
#embed "../../../Corpus/portable/property-list-binary/date-with-fraction" if_empty(0)
};
static const unsigned char file636[] = {
#embed "../../../Corpus/portable/property-list-binary/deep" if_empty(0)
};
static const unsigned char file637[] = {
#embed "../../../Corpus/portable/property-list-binary/depth-by-sharing" if_empty(0)
};
static const unsigned char file638[] = {
#embed "../../../Corpus/portable/property-list-binary/depth-of-1" if_empty(0)
};
static const unsigned char file639[] = {
#embed "../../../Corpus/portable/property-list-binary/depth-of-2" if_empty(0)
};
static const unsigned char file640[] = {
#embed "../../../Corpus/portable/property-list-binary/depth-of-3" if_empty(0)
};
static const unsigned char file641[] = {
#embed "../../../Corpus/portable/property-list-binary/dictionary" if_empty(0)
};
static const unsigned char file642[] = {
#embed "../../../Corpus/portable/property-list-binary/dictionary-key-is-a-container" if_empty(0)
};
static const unsigned char file643[] = {
#embed "../../../Corpus/portable/property-list-binary/dictionary-key-no-text" if_empty(0)
};
static const unsigned char file644[] = {
#embed "../../../Corpus/portable/property-list-binary/dictionary-key-twice" if_empty(0)
};
static const unsigned char file645[] = {
#embed "../../../Corpus/portable/property-list-binary/doubling" if_empty(0)
};
static const unsigned char file646[] = {
#embed "../../../Corpus/portable/property-list-binary/doubling-seven-times" if_empty(0)
};
static const unsigned char file647[] = {
#embed "../../../Corpus/portable/property-list-binary/empty-input" if_empty(0)
};
static const unsigned char file648[] = {
#embed "../../../Corpus/portable/property-list-binary/expansion" if_empty(0)
};
static const unsigned char file649[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-16-bytes" if_empty(0)
};
static const unsigned char file650[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-16-bytes-negative" if_empty(0)
};
static const unsigned char file651[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-16-bytes-too-large" if_empty(0)
};
static const unsigned char file652[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-32-bytes" if_empty(0)
};
static const unsigned char file653[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-4-bytes-has-no-sign" if_empty(0)
};
static const unsigned char file654[] = {
#embed "../../../Corpus/portable/property-list-binary/integer-of-8-bytes-negative" if_empty(0)
};
static const unsigned char file655[] = {
#embed "../../../Corpus/portable/property-list-binary/long-text-and-data" if_empty(0)
};
static const unsigned char file656[] = {
#embed "../../../Corpus/portable/property-list-binary/many-objects" if_empty(0)
};
static const unsigned char file657[] = {
#embed "../../../Corpus/portable/property-list-binary/no-objects" if_empty(0)
};
static const unsigned char file658[] = {
#embed "../../../Corpus/portable/property-list-binary/null-object" if_empty(0)
};
static const unsigned char file659[] = {
#embed "../../../Corpus/portable/property-list-binary/object-count-above-int" if_empty(0)
};
static const unsigned char file660[] = {
#embed "../../../Corpus/portable/property-list-binary/object-count-too-large" if_empty(0)
};
static const unsigned char file661[] = {
#embed "../../../Corpus/portable/property-list-binary/objects-overlap" if_empty(0)
};
static const unsigned char file662[] = {
#embed "../../../Corpus/portable/property-list-binary/offset-in-the-magic" if_empty(0)
};
static const unsigned char file663[] = {
#embed "../../../Corpus/portable/property-list-binary/offset-in-the-table" if_empty(0)
};
static const unsigned char file664[] = {
#embed "../../../Corpus/portable/property-list-binary/offset-size-0" if_empty(0)
};
static const unsigned char file665[] = {
#embed "../../../Corpus/portable/property-list-binary/offsets-of-8-bytes" if_empty(0)
};
static const unsigned char file666[] = {
#embed "../../../Corpus/portable/property-list-binary/real-nan" if_empty(0)
};
static const unsigned char file667[] = {
#embed "../../../Corpus/portable/property-list-binary/real-of-2-bytes" if_empty(0)
};
static const unsigned char file668[] = {
#embed "../../../Corpus/portable/property-list-binary/real-of-4-bytes" if_empty(0)
};
static const unsigned char file669[] = {
#embed "../../../Corpus/portable/property-list-binary/reference-above-int" if_empty(0)
};
static const unsigned char file670[] = {
#embed "../../../Corpus/portable/property-list-binary/reference-of-8-bytes" if_empty(0)
};
static const unsigned char file671[] = {
#embed "../../../Corpus/portable/property-list-binary/reference-to-none" if_empty(0)
};
static const unsigned char file672[] = {
#embed "../../../Corpus/portable/property-list-binary/root-outside" if_empty(0)
};
static const unsigned char file673[] = {
#embed "../../../Corpus/portable/property-list-binary/root-second" if_empty(0)
};
static const unsigned char file674[] = {
#embed "../../../Corpus/portable/property-list-binary/scalar-root" if_empty(0)
};
static const unsigned char file675[] = {
#embed "../../../Corpus/portable/property-list-binary/set-object" if_empty(0)
};
static const unsigned char file676[] = {
#embed "../../../Corpus/portable/property-list-binary/shared-object" if_empty(0)
};
static const unsigned char file677[] = {
#embed "../../../Corpus/portable/property-list-binary/text-control-character" if_empty(0)
};
static const unsigned char file678[] = {
#embed "../../../Corpus/portable/property-list-binary/text-not-ascii" if_empty(0)
};
static const unsigned char file679[] = {
#embed "../../../Corpus/portable/property-list-binary/text-null" if_empty(0)
};
static const unsigned char file680[] = {
#embed "../../../Corpus/portable/property-list-binary/text-referred-to-often" if_empty(0)
};
static const unsigned char file681[] = {
#embed "../../../Corpus/portable/property-list-binary/text-utf-16" if_empty(0)
};
static const unsigned char file682[] = {
#embed "../../../Corpus/portable/property-list-binary/text-utf-16-lone-surrogate" if_empty(0)
};
static const unsigned char file683[] = {
#embed "../../../Corpus/portable/property-list-binary/text-utf-16-pair" if_empty(0)
};
static const unsigned char file684[] = {
#embed "../../../Corpus/portable/property-list-binary/too-deep-in-a-member-that-is-dropped" if_empty(0)
};
static const unsigned char file685[] = {
#embed "../../../Corpus/portable/property-list-binary/truncated" if_empty(0)
};
static const unsigned char file686[] = {
#embed "../../../Corpus/portable/property-list-binary/uid-of-1-byte" if_empty(0)
};
static const unsigned char file687[] = {
#embed "../../../Corpus/portable/property-list-binary/uid-of-16-bytes" if_empty(0)
};
static const unsigned char file688[] = {
#embed "../../../Corpus/portable/property-list-binary/uid-over-64-bits" if_empty(0)
};
static const unsigned char file689[] = {
#embed "../../../Corpus/portable/property-list-binary/unknown-kind" if_empty(0)
};
static const unsigned char file690[] = {
#embed "../../../Corpus/portable/property-list-xml.dict" if_empty(0)
};
static const unsigned char file691[] = {
#embed "../../../Corpus/portable/property-list-xml/attribute-unquoted" if_empty(0)
};
static const unsigned char file692[] = {
#embed "../../../Corpus/portable/property-list-xml/attribute-without-value" if_empty(0)
};
static const unsigned char file693[] = {
#embed "../../../Corpus/portable/property-list-xml/attributes" if_empty(0)
};
static const unsigned char file694[] = {
#embed "../../../Corpus/portable/property-list-xml/boolean-with-text" if_empty(0)
};
static const unsigned char file695[] = {
#embed "../../../Corpus/portable/property-list-xml/booleans" if_empty(0)
};
static const unsigned char file696[] = {
#embed "../../../Corpus/portable/property-list-xml/bplist-as-xml" if_empty(0)
};
static const unsigned char file697[] = {
#embed "../../../Corpus/portable/property-list-xml/closing-tag-of-another" if_empty(0)
};
static const unsigned char file698[] = {
#embed "../../../Corpus/portable/property-list-xml/closing-tag-of-none" if_empty(0)
};
static const unsigned char file699[] = {
#embed "../../../Corpus/portable/property-list-xml/comment-unclosed" if_empty(0)
};
static const unsigned char file700[] = {
#embed "../../../Corpus/portable/property-list-xml/comments-and-instructions" if_empty(0)
};
static const unsigned char file701[] = {
#embed "../../../Corpus/portable/property-list-xml/data" if_empty(0)
};
static const unsigned char file702[] = {
#embed "../../../Corpus/portable/property-list-xml/data-empty" if_empty(0)
};
static const unsigned char file703[] = {
#embed "../../../Corpus/portable/property-list-xml/data-long" if_empty(0)
};
static const unsigned char file704[] = {
#embed "../../../Corpus/portable/property-list-xml/data-malformed" if_empty(0)
};
static const unsigned char file705[] = {
#embed "../../../Corpus/portable/property-list-xml/data-padding-alone" if_empty(0)
};
static const unsigned char file706[] = {
#embed "../../../Corpus/portable/property-list-xml/date" if_empty(0)
};
static const unsigned char file707[] = {
#embed "../../../Corpus/portable/property-list-xml/date-before-1582" if_empty(0)
};
static const unsigned char file708[] = {
#embed "../../../Corpus/portable/property-list-xml/date-by-offset-before-year-0" if_empty(0)
};
static const unsigned char file709[] = {
#embed "../../../Corpus/portable/property-list-xml/date-leap-day" if_empty(0)
};
static const unsigned char file710[] = {
#embed "../../../Corpus/portable/property-list-xml/date-no-such-day" if_empty(0)
};
static const unsigned char file711[] = {
#embed "../../../Corpus/portable/property-list-xml/date-with-offset-and-fraction" if_empty(0)
};
static const unsigned char file712[] = {
#embed "../../../Corpus/portable/property-list-xml/declaration-encoding-unquoted" if_empty(0)
};
static const unsigned char file713[] = {
#embed "../../../Corpus/portable/property-list-xml/declaration-of-another-encoding" if_empty(0)
};
static const unsigned char file714[] = {
#embed "../../../Corpus/portable/property-list-xml/declaration-unclosed" if_empty(0)
};
static const unsigned char file715[] = {
#embed "../../../Corpus/portable/property-list-xml/declaration-utf-16-in-utf-8" if_empty(0)
};
static const unsigned char file716[] = {
#embed "../../../Corpus/portable/property-list-xml/depth-of-1" if_empty(0)
};
static const unsigned char file717[] = {
#embed "../../../Corpus/portable/property-list-xml/depth-of-2" if_empty(0)
};
static const unsigned char file718[] = {
#embed "../../../Corpus/portable/property-list-xml/depth-of-3" if_empty(0)
};
static const unsigned char file719[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionaries-in-arrays" if_empty(0)
};
static const unsigned char file720[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary" if_empty(0)
};
static const unsigned char file721[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-key-twice" if_empty(0)
};
static const unsigned char file722[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-key-without-value" if_empty(0)
};
static const unsigned char file723[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-keys-with-one-accent" if_empty(0)
};
static const unsigned char file724[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-two-keys" if_empty(0)
};
static const unsigned char file725[] = {
#embed "../../../Corpus/portable/property-list-xml/dictionary-value-without-key" if_empty(0)
};
static const unsigned char file726[] = {
#embed "../../../Corpus/portable/property-list-xml/document-type-unclosed" if_empty(0)
};
static const unsigned char file727[] = {
#embed "../../../Corpus/portable/property-list-xml/document-type-with-quoted-bracket" if_empty(0)
};
static const unsigned char file728[] = {
#embed "../../../Corpus/portable/property-list-xml/document-type-with-subset" if_empty(0)
};
static const unsigned char file729[] = {
#embed "../../../Corpus/portable/property-list-xml/empty-input" if_empty(0)
};
static const unsigned char file730[] = {
#embed "../../../Corpus/portable/property-list-xml/integer" if_empty(0)
};
static const unsigned char file731[] = {
#embed "../../../Corpus/portable/property-list-xml/integer-empty" if_empty(0)
};
static const unsigned char file732[] = {
#embed "../../../Corpus/portable/property-list-xml/integer-hexadecimal" if_empty(0)
};
static const unsigned char file733[] = {
#embed "../../../Corpus/portable/property-list-xml/integer-too-large" if_empty(0)
};
static const unsigned char file734[] = {
#embed "../../../Corpus/portable/property-list-xml/integer-two-signs" if_empty(0)
};
static const unsigned char file735[] = {
#embed "../../../Corpus/portable/property-list-xml/key-in-array" if_empty(0)
};
static const unsigned char file736[] = {
#embed "../../../Corpus/portable/property-list-xml/nested" if_empty(0)
};
static const unsigned char file737[] = {
#embed "../../../Corpus/portable/property-list-xml/plist-empty" if_empty(0)
};
static const unsigned char file738[] = {
#embed "../../../Corpus/portable/property-list-xml/plist-of-two-values" if_empty(0)
};
static const unsigned char file739[] = {
#embed "../../../Corpus/portable/property-list-xml/plist-within-plist" if_empty(0)
};
static const unsigned char file740[] = {
#embed "../../../Corpus/portable/property-list-xml/real" if_empty(0)
};
static const unsigned char file741[] = {
#embed "../../../Corpus/portable/property-list-xml/real-malformed" if_empty(0)
};
static const unsigned char file742[] = {
#embed "../../../Corpus/portable/property-list-xml/real-names" if_empty(0)
};
static const unsigned char file743[] = {
#embed "../../../Corpus/portable/property-list-xml/real-negative-zero" if_empty(0)
};
static const unsigned char file744[] = {
#embed "../../../Corpus/portable/property-list-xml/scalar" if_empty(0)
};
static const unsigned char file745[] = {
#embed "../../../Corpus/portable/property-list-xml/string" if_empty(0)
};
static const unsigned char file746[] = {
#embed "../../../Corpus/portable/property-list-xml/string-bare-ampersand" if_empty(0)
};
static const unsigned char file747[] = {
#embed "../../../Corpus/portable/property-list-xml/string-cdata" if_empty(0)
};
static const unsigned char file748[] = {
#embed "../../../Corpus/portable/property-list-xml/string-comment-within" if_empty(0)
};
static const unsigned char file749[] = {
#embed "../../../Corpus/portable/property-list-xml/string-control-character" if_empty(0)
};
static const unsigned char file750[] = {
#embed "../../../Corpus/portable/property-list-xml/string-element-within" if_empty(0)
};
static const unsigned char file751[] = {
#embed "../../../Corpus/portable/property-list-xml/string-empty" if_empty(0)
};
static const unsigned char file752[] = {
#embed "../../../Corpus/portable/property-list-xml/string-line-ends" if_empty(0)
};
static const unsigned char file753[] = {
#embed "../../../Corpus/portable/property-list-xml/string-multibyte" if_empty(0)
};
static const unsigned char file754[] = {
#embed "../../../Corpus/portable/property-list-xml/string-noncharacter" if_empty(0)
};
static const unsigned char file755[] = {
#embed "../../../Corpus/portable/property-list-xml/string-null" if_empty(0)
};
static const unsigned char file756[] = {
#embed "../../../Corpus/portable/property-list-xml/string-reference-to-nul" if_empty(0)
};
static const unsigned char file757[] = {
#embed "../../../Corpus/portable/property-list-xml/string-reference-to-surrogate" if_empty(0)
};
static const unsigned char file758[] = {
#embed "../../../Corpus/portable/property-list-xml/string-reference-too-large" if_empty(0)
};
static const unsigned char file759[] = {
#embed "../../../Corpus/portable/property-list-xml/string-reference-without-digits" if_empty(0)
};
static const unsigned char file760[] = {
#embed "../../../Corpus/portable/property-list-xml/string-references" if_empty(0)
};
static const unsigned char file761[] = {
#embed "../../../Corpus/portable/property-list-xml/string-unknown-entity" if_empty(0)
};
static const unsigned char file762[] = {
#embed "../../../Corpus/portable/property-list-xml/text-between-elements" if_empty(0)
};
static const unsigned char file763[] = {
#embed "../../../Corpus/portable/property-list-xml/trailing-text" if_empty(0)
};
static const unsigned char file764[] = {
#embed "../../../Corpus/portable/property-list-xml/truncated-in-a-tag" if_empty(0)
};
static const unsigned char file765[] = {
#embed "../../../Corpus/portable/property-list-xml/truncated-in-an-attribute" if_empty(0)
};
static const unsigned char file766[] = {
#embed "../../../Corpus/portable/property-list-xml/truncated-in-cdata" if_empty(0)
};
static const unsigned char file767[] = {
#embed "../../../Corpus/portable/property-list-xml/truncated-in-text" if_empty(0)
};
static const unsigned char file768[] = {
#embed "../../../Corpus/portable/property-list-xml/uid" if_empty(0)
};
static const unsigned char file769[] = {
#embed "../../../Corpus/portable/property-list-xml/uid-negative" if_empty(0)
};
static const unsigned char file770[] = {
#embed "../../../Corpus/portable/property-list-xml/uid-that-is-too-deep" if_empty(0)
};
static const unsigned char file771[] = {
#embed "../../../Corpus/portable/property-list-xml/uid-with-another-member" if_empty(0)
};
static const unsigned char file772[] = {
#embed "../../../Corpus/portable/property-list-xml/unknown-element" if_empty(0)
};
static const unsigned char file773[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-16-big-endian-without-mark" if_empty(0)
};
static const unsigned char file774[] = {
255, 254, 60, 0, 112, 0, 108, 0, 105, 0, 115, 0, 116, 0, 62, 0, 60, 0, 115, 0, 116, 0, 114, 0, 105, 0, 110, 0, 103, 0, 62, 0, 233, 0, 61, 216, 0, 222, 60, 0, 47, 0, 115, 0, 116, 0, 114, 0, 105, 0, 110, 0, 103, 0, 62, 0, 60, 0, 47, 0, 112, 0, 108, 0, 105, 0, 115, 0, 116, 0, 62, 0
};
static const unsigned char file775[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-16-lone-surrogate" if_empty(0)
};
static const unsigned char file776[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-16-odd-byte" if_empty(0)
};
static const unsigned char file777[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-32" if_empty(0)
};
static const unsigned char file778[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-8-invalid" if_empty(0)
};
static const unsigned char file779[] = {
#embed "../../../Corpus/portable/property-list-xml/utf-8-mark" if_empty(0)
};
static const unsigned char file780[] = {
#embed "../../../Corpus/portable/property-list-xml/white-space-everywhere" if_empty(0)
};
static const unsigned char file781[] = {
#embed "../../../Corpus/portable/property-list-xml/whole-document" if_empty(0)
};
static const unsigned char file782[] = {
#embed "../../../Corpus/portable/protobuf.dict" if_empty(0)
};
static const unsigned char file783[] = {
#embed "../../../Corpus/portable/protobuf/byte-order-mark" if_empty(0)
};
static const unsigned char file784[] = {
#embed "../../../Corpus/portable/protobuf/empty" if_empty(0)
};
static const unsigned char file785[] = {
#embed "../../../Corpus/portable/protobuf/every-wire-type" if_empty(0)
};
static const unsigned char file786[] = {
#embed "../../../Corpus/portable/protobuf/field-number-0" if_empty(0)
};
static const unsigned char file787[] = {
#embed "../../../Corpus/portable/protobuf/field-number-0-length-delimited" if_empty(0)
};
static const unsigned char file788[] = {
#embed "../../../Corpus/portable/protobuf/field-number-above-29-bits" if_empty(0)
};
static const unsigned char file789[] = {
#embed "../../../Corpus/portable/protobuf/field-number-above-29-bits-wraps-to-1" if_empty(0)
};
static const unsigned char file790[] = {
#embed "../../../Corpus/portable/protobuf/field-number-largest" if_empty(0)
};
static const unsigned char file791[] = {
#embed "../../../Corpus/portable/protobuf/field-number-reserved" if_empty(0)
};
static const unsigned char file792[] = {
#embed "../../../Corpus/portable/protobuf/field-twice" if_empty(0)
};
static const unsigned char file793[] = {
#embed "../../../Corpus/portable/protobuf/field-with-two-wire-types" if_empty(0)
};
static const unsigned char file794[] = {
#embed "../../../Corpus/portable/protobuf/fields-in-any-order" if_empty(0)
};
static const unsigned char file795[] = {
#embed "../../../Corpus/portable/protobuf/group" if_empty(0)
};
static const unsigned char file796[] = {
#embed "../../../Corpus/portable/protobuf/group-empty" if_empty(0)
};
static const unsigned char file797[] = {
#embed "../../../Corpus/portable/protobuf/group-end-alone" if_empty(0)
};
static const unsigned char file798[] = {
#embed "../../../Corpus/portable/protobuf/group-end-in-bytes" if_empty(0)
};
static const unsigned char file799[] = {
#embed "../../../Corpus/portable/protobuf/group-end-in-len" if_empty(0)
};
static const unsigned char file800[] = {
#embed "../../../Corpus/portable/protobuf/group-end-of-another" if_empty(0)
};
static const unsigned char file801[] = {
#embed "../../../Corpus/portable/protobuf/group-not-closed" if_empty(0)
};
static const unsigned char file802[] = {
#embed "../../../Corpus/portable/protobuf/group-number-0" if_empty(0)
};
static const unsigned char file803[] = {
#embed "../../../Corpus/portable/protobuf/groups-1000-levels" if_empty(0)
};
static const unsigned char file804[] = {
#embed "../../../Corpus/portable/protobuf/groups-50-levels" if_empty(0)
};
static const unsigned char file805[] = {
#embed "../../../Corpus/portable/protobuf/groups-crossed" if_empty(0)
};
static const unsigned char file806[] = {
#embed "../../../Corpus/portable/protobuf/groups-not-closed-1000-levels" if_empty(0)
};
static const unsigned char file807[] = {
#embed "../../../Corpus/portable/protobuf/grpc-prefix" if_empty(0)
};
static const unsigned char file808[] = {
#embed "../../../Corpus/portable/protobuf/i32" if_empty(0)
};
static const unsigned char file809[] = {
#embed "../../../Corpus/portable/protobuf/i32-cut-short" if_empty(0)
};
static const unsigned char file810[] = {
#embed "../../../Corpus/portable/protobuf/i64" if_empty(0)
};
static const unsigned char file811[] = {
#embed "../../../Corpus/portable/protobuf/i64-cut-short" if_empty(0)
};
static const unsigned char file812[] = {
#embed "../../../Corpus/portable/protobuf/i64-missing" if_empty(0)
};
static const unsigned char file813[] = {
#embed "../../../Corpus/portable/protobuf/json" if_empty(0)
};
static const unsigned char file814[] = {
#embed "../../../Corpus/portable/protobuf/len" if_empty(0)
};
static const unsigned char file815[] = {
#embed "../../../Corpus/portable/protobuf/len-beyond-end" if_empty(0)
};
static const unsigned char file816[] = {
#embed "../../../Corpus/portable/protobuf/len-cut-short" if_empty(0)
};
static const unsigned char file817[] = {
#embed "../../../Corpus/portable/protobuf/len-empty" if_empty(0)
};
static const unsigned char file818[] = {
#embed "../../../Corpus/portable/protobuf/len-largest-signed" if_empty(0)
};
static const unsigned char file819[] = {
#embed "../../../Corpus/portable/protobuf/len-message" if_empty(0)
};
static const unsigned char file820[] = {
#embed "../../../Corpus/portable/protobuf/len-messages-64-levels" if_empty(0)
};
static const unsigned char file821[] = {
#embed "../../../Corpus/portable/protobuf/len-missing" if_empty(0)
};
static const unsigned char file822[] = {
#embed "../../../Corpus/portable/protobuf/len-not-utf-8" if_empty(0)
};
static const unsigned char file823[] = {
#embed "../../../Corpus/portable/protobuf/len-padded" if_empty(0)
};
static const unsigned char file824[] = {
#embed "../../../Corpus/portable/protobuf/len-two-bytes" if_empty(0)
};
static const unsigned char file825[] = {
#embed "../../../Corpus/portable/protobuf/len-two-to-the-31" if_empty(0)
};
static const unsigned char file826[] = {
#embed "../../../Corpus/portable/protobuf/len-two-to-the-32-and-1" if_empty(0)
};
static const unsigned char file827[] = {
#embed "../../../Corpus/portable/protobuf/len-two-to-the-63" if_empty(0)
};
static const unsigned char file828[] = {
#embed "../../../Corpus/portable/protobuf/packed" if_empty(0)
};
static const unsigned char file829[] = {
#embed "../../../Corpus/portable/protobuf/repeated-and-packed" if_empty(0)
};
static const unsigned char file830[] = {
#embed "../../../Corpus/portable/protobuf/tag-cut-short" if_empty(0)
};
static const unsigned char file831[] = {
#embed "../../../Corpus/portable/protobuf/tag-eleven-bytes" if_empty(0)
};
static const unsigned char file832[] = {
#embed "../../../Corpus/portable/protobuf/tag-padded" if_empty(0)
};
static const unsigned char file833[] = {
#embed "../../../Corpus/portable/protobuf/tag-padded-to-five-bytes" if_empty(0)
};
static const unsigned char file834[] = {
#embed "../../../Corpus/portable/protobuf/tag-padded-to-six-bytes" if_empty(0)
};
static const unsigned char file835[] = {
#embed "../../../Corpus/portable/protobuf/text" if_empty(0)
};
static const unsigned char file836[] = {
#embed "../../../Corpus/portable/protobuf/varint-above-64-bits" if_empty(0)
};
static const unsigned char file837[] = {
#embed "../../../Corpus/portable/protobuf/varint-cut-short" if_empty(0)
};
static const unsigned char file838[] = {
#embed "../../../Corpus/portable/protobuf/varint-eleven-bytes" if_empty(0)
};
static const unsigned char file839[] = {
#embed "../../../Corpus/portable/protobuf/varint-eleven-bytes-padded" if_empty(0)
};
static const unsigned char file840[] = {
#embed "../../../Corpus/portable/protobuf/varint-endless" if_empty(0)
};
static const unsigned char file841[] = {
#embed "../../../Corpus/portable/protobuf/varint-five-bytes" if_empty(0)
};
static const unsigned char file842[] = {
#embed "../../../Corpus/portable/protobuf/varint-largest" if_empty(0)
};
static const unsigned char file843[] = {
#embed "../../../Corpus/portable/protobuf/varint-missing" if_empty(0)
};
static const unsigned char file844[] = {
#embed "../../../Corpus/portable/protobuf/varint-one-byte" if_empty(0)
};
static const unsigned char file845[] = {
#embed "../../../Corpus/portable/protobuf/varint-padded" if_empty(0)
};
static const unsigned char file846[] = {
#embed "../../../Corpus/portable/protobuf/varint-padded-to-ten-bytes" if_empty(0)
};
static const unsigned char file847[] = {
#embed "../../../Corpus/portable/protobuf/varint-ten-bytes" if_empty(0)
};
static const unsigned char file848[] = {
#embed "../../../Corpus/portable/protobuf/varint-two-bytes" if_empty(0)
};
static const unsigned char file849[] = {
#embed "../../../Corpus/portable/protobuf/varint-zero" if_empty(0)
};
static const unsigned char file850[] = {
#embed "../../../Corpus/portable/protobuf/wire-type-6" if_empty(0)
};
static const unsigned char file851[] = {
#embed "../../../Corpus/portable/protobuf/wire-type-7" if_empty(0)
};
static const unsigned char file852[] = {
#embed "../../../Corpus/portable/protobuf/zero-after-message" if_empty(0)
};
static const unsigned char file853[] = {
#embed "../../../Corpus/portable/query.dict" if_empty(0)
};
static const unsigned char file854[] = {
#embed "../../../Corpus/portable/query/array-of-arrays" if_empty(0)
};
static const unsigned char file855[] = {
#embed "../../../Corpus/portable/query/array-of-objects" if_empty(0)
};
static const unsigned char file856[] = {
#embed "../../../Corpus/portable/query/brackets" if_empty(0)
};
static const unsigned char file857[] = {
#embed "../../../Corpus/portable/query/combining-marks" if_empty(0)
};
static const unsigned char file858[] = {
#embed "../../../Corpus/portable/query/comma" if_empty(0)
};
static const unsigned char file859[] = {
#embed "../../../Corpus/portable/query/dots" if_empty(0)
};
static const unsigned char file860[] = {
#embed "../../../Corpus/portable/query/empty-bracket-first" if_empty(0)
};
static const unsigned char file861[] = {
#embed "../../../Corpus/portable/query/equals-in-value" if_empty(0)
};
static const unsigned char file862[] = {
#embed "../../../Corpus/portable/query/escaped-brackets" if_empty(0)
};
static const unsigned char file863[] = {
#embed "../../../Corpus/portable/query/indexed" if_empty(0)
};
static const unsigned char file864[] = {
#embed "../../../Corpus/portable/query/indexed-huge" if_empty(0)
};
static const unsigned char file865[] = {
#embed "../../../Corpus/portable/query/indexed-with-gap" if_empty(0)
};
static const unsigned char file866[] = {
#embed "../../../Corpus/portable/query/link" if_empty(0)
};
static const unsigned char file867[] = {
#embed "../../../Corpus/portable/query/name-alone" if_empty(0)
};
static const unsigned char file868[] = {
#embed "../../../Corpus/portable/query/nested" if_empty(0)
};
static const unsigned char file869[] = {
#embed "../../../Corpus/portable/query/nested-deep" if_empty(0)
};
static const unsigned char file870[] = {
#embed "../../../Corpus/portable/query/nested-deep-arrays" if_empty(0)
};
static const unsigned char file871[] = {
#embed "../../../Corpus/portable/query/nils-bare" if_empty(0)
};
static const unsigned char file872[] = {
#embed "../../../Corpus/portable/query/nils-empty" if_empty(0)
};
static const unsigned char file873[] = {
#embed "../../../Corpus/portable/query/not-utf8" if_empty(0)
};
static const unsigned char file874[] = {
#embed "../../../Corpus/portable/query/not-utf8-after-text" if_empty(0)
};
static const unsigned char file875[] = {
#embed "../../../Corpus/portable/query/not-utf8-unescaped" if_empty(0)
};
static const unsigned char file876[] = {
#embed "../../../Corpus/portable/query/nothing" if_empty(0)
};
static const unsigned char file877[] = {
#embed "../../../Corpus/portable/query/open-bracket" if_empty(0)
};
static const unsigned char file878[] = {
#embed "../../../Corpus/portable/query/overlong" if_empty(0)
};
static const unsigned char file879[] = {
#embed "../../../Corpus/portable/query/pairs" if_empty(0)
};
static const unsigned char file880[] = {
#embed "../../../Corpus/portable/query/percent-alone" if_empty(0)
};
static const unsigned char file881[] = {
#embed "../../../Corpus/portable/query/percent-at-end" if_empty(0)
};
static const unsigned char file882[] = {
#embed "../../../Corpus/portable/query/percent-not-hexadecimal" if_empty(0)
};
static const unsigned char file883[] = {
#embed "../../../Corpus/portable/query/plus-is-plus" if_empty(0)
};
static const unsigned char file884[] = {
#embed "../../../Corpus/portable/query/plus-is-space" if_empty(0)
};
static const unsigned char file885[] = {
#embed "../../../Corpus/portable/query/plus-number" if_empty(0)
};
static const unsigned char file886[] = {
#embed "../../../Corpus/portable/query/repeated" if_empty(0)
};
static const unsigned char file887[] = {
#embed "../../../Corpus/portable/query/separators-alone" if_empty(0)
};
static const unsigned char file888[] = {
#embed "../../../Corpus/portable/query/surrogate" if_empty(0)
};
static const unsigned char file889[] = {
#embed "../../../Corpus/portable/query/umlauts" if_empty(0)
};
static const unsigned char file890[] = {
#embed "../../../Corpus/portable/raw-deflate.dict" if_empty(0)
};
static const unsigned char file891[] = {
#embed "../../../Corpus/portable/raw-deflate/bad-code-lengths" if_empty(0)
};
static const unsigned char file892[] = {
#embed "../../../Corpus/portable/raw-deflate/distance-back" if_empty(0)
};
static const unsigned char file893[] = {
#embed "../../../Corpus/portable/raw-deflate/distance-too-far" if_empty(0)
};
static const unsigned char file894[] = {
#embed "../../../Corpus/portable/raw-deflate/dynamic-codes" if_empty(0)
};
static const unsigned char file895[] = {
#embed "../../../Corpus/portable/raw-deflate/empty" if_empty(0)
};
static const unsigned char file896[] = {
#embed "../../../Corpus/portable/raw-deflate/empty-then-zero" if_empty(0)
};
static const unsigned char file897[] = {
#embed "../../../Corpus/portable/raw-deflate/huffman-alone" if_empty(0)
};
static const unsigned char file898[] = {
#embed "../../../Corpus/portable/raw-deflate/no-code-length-codes" if_empty(0)
};
static const unsigned char file899[] = {
#embed "../../../Corpus/portable/raw-deflate/no-end-of-block" if_empty(0)
};
static const unsigned char file900[] = {
#embed "../../../Corpus/portable/raw-deflate/nothing" if_empty(0)
};
static const unsigned char file901[] = {
#embed "../../../Corpus/portable/raw-deflate/reserved-block" if_empty(0)
};
static const unsigned char file902[] = {
#embed "../../../Corpus/portable/raw-deflate/runs" if_empty(0)
};
static const unsigned char file903[] = {
#embed "../../../Corpus/portable/raw-deflate/stored-length-wrong" if_empty(0)
};
static const unsigned char file904[] = {
#embed "../../../Corpus/portable/raw-deflate/text" if_empty(0)
};
static const unsigned char file905[] = {
#embed "../../../Corpus/portable/raw-deflate/then-garbage" if_empty(0)
};
static const unsigned char file906[] = {
#embed "../../../Corpus/portable/server-sent-events.dict" if_empty(0)
};
static const unsigned char file907[] = {
#embed "../../../Corpus/portable/server-sent-events/blank-lines-only" if_empty(0)
};
static const unsigned char file908[] = {
#embed "../../../Corpus/portable/server-sent-events/byte-order-mark" if_empty(0)
};
static const unsigned char file909[] = {
#embed "../../../Corpus/portable/server-sent-events/byte-order-mark-alone" if_empty(0)
};
static const unsigned char file910[] = {
#embed "../../../Corpus/portable/server-sent-events/byte-order-mark-cut-short" if_empty(0)
};
static const unsigned char file911[] = {
#embed "../../../Corpus/portable/server-sent-events/byte-order-mark-twice" if_empty(0)
};
static const unsigned char file912[] = {
#embed "../../../Corpus/portable/server-sent-events/colon-alone" if_empty(0)
};
static const unsigned char file913[] = {
#embed "../../../Corpus/portable/server-sent-events/combining-marks" if_empty(0)
};
static const unsigned char file914[] = {
#embed "../../../Corpus/portable/server-sent-events/comments" if_empty(0)
};
static const unsigned char file915[] = {
#embed "../../../Corpus/portable/server-sent-events/cr-cr-lf" if_empty(0)
};
static const unsigned char file916[] = {
#embed "../../../Corpus/portable/server-sent-events/data-without-colon" if_empty(0)
};
static const unsigned char file917[] = {
#embed "../../../Corpus/portable/server-sent-events/empty-input" if_empty(0)
};
static const unsigned char file918[] = {
#embed "../../../Corpus/portable/server-sent-events/event-name" if_empty(0)
};
static const unsigned char file919[] = {
#embed "../../../Corpus/portable/server-sent-events/half-a-byte-order-mark" if_empty(0)
};
static const unsigned char file920[] = {
#embed "../../../Corpus/portable/server-sent-events/half-a-byte-order-mark-counts-for-the-offset" if_empty(0)
};
static const unsigned char file921[] = {
#embed "../../../Corpus/portable/server-sent-events/id-lasts" if_empty(0)
};
static const unsigned char file922[] = {
#embed "../../../Corpus/portable/server-sent-events/id-with-nul" if_empty(0)
};
static const unsigned char file923[] = {
#embed "../../../Corpus/portable/server-sent-events/id-without-data" if_empty(0)
};
static const unsigned char file924[] = {
#embed "../../../Corpus/portable/server-sent-events/invalid-utf-8" if_empty(0)
};
static const unsigned char file925[] = {
#embed "../../../Corpus/portable/server-sent-events/leading-spaces" if_empty(0)
};
static const unsigned char file926[] = {
#embed "../../../Corpus/portable/server-sent-events/lf-cr" if_empty(0)
};
static const unsigned char file927[] = {
#embed "../../../Corpus/portable/server-sent-events/line-ends-of-three-kinds" if_empty(0)
};
static const unsigned char file928[] = {
#embed "../../../Corpus/portable/server-sent-events/nul-in-data" if_empty(0)
};
static const unsigned char file929[] = {
#embed "../../../Corpus/portable/server-sent-events/retry" if_empty(0)
};
static const unsigned char file930[] = {
#embed "../../../Corpus/portable/server-sent-events/retry-empty" if_empty(0)
};
static const unsigned char file931[] = {
#embed "../../../Corpus/portable/server-sent-events/retry-too-large" if_empty(0)
};
static const unsigned char file932[] = {
#embed "../../../Corpus/portable/server-sent-events/retry-with-sign" if_empty(0)
};
static const unsigned char file933[] = {
#embed "../../../Corpus/portable/server-sent-events/single-event" if_empty(0)
};
static const unsigned char file934[] = {
#embed "../../../Corpus/portable/server-sent-events/two-data-lines" if_empty(0)
};
static const unsigned char file935[] = {
#embed "../../../Corpus/portable/server-sent-events/unended-event" if_empty(0)
};
static const unsigned char file936[] = {
#embed "../../../Corpus/portable/server-sent-events/unended-line" if_empty(0)
};
static const unsigned char file937[] = {
#embed "../../../Corpus/portable/server-sent-events/unknown-field" if_empty(0)
};
static const unsigned char file938[] = {
#embed "../../../Corpus/portable/set-cookie.dict" if_empty(0)
};
static const unsigned char file939[] = {
#embed "../../../Corpus/portable/set-cookie/attribute-blanks" if_empty(0)
};
static const unsigned char file940[] = {
#embed "../../../Corpus/portable/set-cookie/attribute-unknown" if_empty(0)
};
static const unsigned char file941[] = {
#embed "../../../Corpus/portable/set-cookie/attributes" if_empty(0)
};
static const unsigned char file942[] = {
#embed "../../../Corpus/portable/set-cookie/domain-dot" if_empty(0)
};
static const unsigned char file943[] = {
#embed "../../../Corpus/portable/set-cookie/domain-empty" if_empty(0)
};
static const unsigned char file944[] = {
#embed "../../../Corpus/portable/set-cookie/domain-twice" if_empty(0)
};
static const unsigned char file945[] = {
#embed "../../../Corpus/portable/set-cookie/domain-upper-case" if_empty(0)
};
static const unsigned char file946[] = {
#embed "../../../Corpus/portable/set-cookie/empty" if_empty(0)
};
static const unsigned char file947[] = {
#embed "../../../Corpus/portable/set-cookie/expires" if_empty(0)
};
static const unsigned char file948[] = {
#embed "../../../Corpus/portable/set-cookie/expires-hyphens" if_empty(0)
};
static const unsigned char file949[] = {
#embed "../../../Corpus/portable/set-cookie/expires-malformed" if_empty(0)
};
static const unsigned char file950[] = {
#embed "../../../Corpus/portable/set-cookie/expires-no-such-day" if_empty(0)
};
static const unsigned char file951[] = {
#embed "../../../Corpus/portable/set-cookie/expires-order" if_empty(0)
};
static const unsigned char file952[] = {
#embed "../../../Corpus/portable/set-cookie/expires-past" if_empty(0)
};
static const unsigned char file953[] = {
#embed "../../../Corpus/portable/set-cookie/expires-two-digits" if_empty(0)
};
static const unsigned char file954[] = {
#embed "../../../Corpus/portable/set-cookie/expires-year-1600" if_empty(0)
};
static const unsigned char file955[] = {
#embed "../../../Corpus/portable/set-cookie/max-age" if_empty(0)
};
static const unsigned char file956[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-before-expires" if_empty(0)
};
static const unsigned char file957[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-huge" if_empty(0)
};
static const unsigned char file958[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-letters" if_empty(0)
};
static const unsigned char file959[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-negative" if_empty(0)
};
static const unsigned char file960[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-plus" if_empty(0)
};
static const unsigned char file961[] = {
#embed "../../../Corpus/portable/set-cookie/max-age-zero" if_empty(0)
};
static const unsigned char file962[] = {
#embed "../../../Corpus/portable/set-cookie/name-alone" if_empty(0)
};
static const unsigned char file963[] = {
#embed "../../../Corpus/portable/set-cookie/name-blanks" if_empty(0)
};
static const unsigned char file964[] = {
#embed "../../../Corpus/portable/set-cookie/name-case" if_empty(0)
};
static const unsigned char file965[] = {
#embed "../../../Corpus/portable/set-cookie/name-empty" if_empty(0)
};
static const unsigned char file966[] = {
#embed "../../../Corpus/portable/set-cookie/name-host-prefix" if_empty(0)
};
static const unsigned char file967[] = {
#embed "../../../Corpus/portable/set-cookie/name-no-token" if_empty(0)
};
static const unsigned char file968[] = {
#embed "../../../Corpus/portable/set-cookie/name-secure-prefix" if_empty(0)
};
static const unsigned char file969[] = {
#embed "../../../Corpus/portable/set-cookie/pair" if_empty(0)
};
static const unsigned char file970[] = {
#embed "../../../Corpus/portable/set-cookie/path-empty" if_empty(0)
};
static const unsigned char file971[] = {
#embed "../../../Corpus/portable/set-cookie/path-relative" if_empty(0)
};
static const unsigned char file972[] = {
#embed "../../../Corpus/portable/set-cookie/same-site" if_empty(0)
};
static const unsigned char file973[] = {
#embed "../../../Corpus/portable/set-cookie/secure-with-value" if_empty(0)
};
static const unsigned char file974[] = {
#embed "../../../Corpus/portable/set-cookie/semicolon-alone" if_empty(0)
};
static const unsigned char file975[] = {
#embed "../../../Corpus/portable/set-cookie/semicolon-first" if_empty(0)
};
static const unsigned char file976[] = {
#embed "../../../Corpus/portable/set-cookie/semicolons" if_empty(0)
};
static const unsigned char file977[] = {
#embed "../../../Corpus/portable/set-cookie/value-blanks" if_empty(0)
};
static const unsigned char file978[] = {
#embed "../../../Corpus/portable/set-cookie/value-comma" if_empty(0)
};
static const unsigned char file979[] = {
#embed "../../../Corpus/portable/set-cookie/value-control" if_empty(0)
};
static const unsigned char file980[] = {
#embed "../../../Corpus/portable/set-cookie/value-empty" if_empty(0)
};
static const unsigned char file981[] = {
#embed "../../../Corpus/portable/set-cookie/value-long" if_empty(0)
};
static const unsigned char file982[] = {
#embed "../../../Corpus/portable/set-cookie/value-nul" if_empty(0)
};
static const unsigned char file983[] = {
#embed "../../../Corpus/portable/set-cookie/value-percent" if_empty(0)
};
static const unsigned char file984[] = {
#embed "../../../Corpus/portable/set-cookie/value-quoted" if_empty(0)
};
static const unsigned char file985[] = {
#embed "../../../Corpus/portable/set-cookie/value-quoted-semicolon" if_empty(0)
};
static const unsigned char file986[] = {
#embed "../../../Corpus/portable/set-cookie/value-tab" if_empty(0)
};
static const unsigned char file987[] = {
#embed "../../../Corpus/portable/set-cookie/value-too-long" if_empty(0)
};
static const unsigned char file988[] = {
#embed "../../../Corpus/portable/set-cookie/value-umlaut" if_empty(0)
};
static const unsigned char file989[] = {
#embed "../../../Corpus/portable/set-cookie/value-with-equals" if_empty(0)
};
static const unsigned char file990[] = {
#embed "../../../Corpus/portable/structured-field.dict" if_empty(0)
};
static const unsigned char file991[] = {
#embed "../../../Corpus/portable/structured-field/boolean-false" if_empty(0)
};
static const unsigned char file992[] = {
#embed "../../../Corpus/portable/structured-field/boolean-two" if_empty(0)
};
static const unsigned char file993[] = {
#embed "../../../Corpus/portable/structured-field/bytes" if_empty(0)
};
static const unsigned char file994[] = {
#embed "../../../Corpus/portable/structured-field/bytes-line-feed" if_empty(0)
};
static const unsigned char file995[] = {
#embed "../../../Corpus/portable/structured-field/bytes-of-one-digit" if_empty(0)
};
static const unsigned char file996[] = {
#embed "../../../Corpus/portable/structured-field/bytes-pad-bits" if_empty(0)
};
static const unsigned char file997[] = {
#embed "../../../Corpus/portable/structured-field/bytes-padded" if_empty(0)
};
static const unsigned char file998[] = {
#embed "../../../Corpus/portable/structured-field/bytes-padding-within" if_empty(0)
};
static const unsigned char file999[] = {
#embed "../../../Corpus/portable/structured-field/bytes-unterminated" if_empty(0)
};
static const unsigned char file1000[] = {
#embed "../../../Corpus/portable/structured-field/bytes-without-padding" if_empty(0)
};
static const unsigned char file1001[] = {
#embed "../../../Corpus/portable/structured-field/date" if_empty(0)
};
static const unsigned char file1002[] = {
#embed "../../../Corpus/portable/structured-field/date-beyond-year-9999" if_empty(0)
};
static const unsigned char file1003[] = {
#embed "../../../Corpus/portable/structured-field/date-decimal" if_empty(0)
};
static const unsigned char file1004[] = {
#embed "../../../Corpus/portable/structured-field/date-year-9999" if_empty(0)
};
static const unsigned char file1005[] = {
#embed "../../../Corpus/portable/structured-field/decimal-ends-in-point" if_empty(0)
};
static const unsigned char file1006[] = {
#embed "../../../Corpus/portable/structured-field/decimal-largest" if_empty(0)
};
static const unsigned char file1007[] = {
#embed "../../../Corpus/portable/structured-field/decimal-of-13-digits" if_empty(0)
};
static const unsigned char file1008[] = {
#embed "../../../Corpus/portable/structured-field/decimal-of-4-fraction-digits" if_empty(0)
};
static const unsigned char file1009[] = {
#embed "../../../Corpus/portable/structured-field/decimal-smallest-fraction" if_empty(0)
};
static const unsigned char file1010[] = {
#embed "../../../Corpus/portable/structured-field/dictionary" if_empty(0)
};
static const unsigned char file1011[] = {
#embed "../../../Corpus/portable/structured-field/dictionary-blank-after-equals" if_empty(0)
};
static const unsigned char file1012[] = {
#embed "../../../Corpus/portable/structured-field/dictionary-empty" if_empty(0)
};
static const unsigned char file1013[] = {
#embed "../../../Corpus/portable/structured-field/dictionary-key-twice" if_empty(0)
};
static const unsigned char file1014[] = {
#embed "../../../Corpus/portable/structured-field/dictionary-key-underscore-first" if_empty(0)
};
static const unsigned char file1015[] = {
#embed "../../../Corpus/portable/structured-field/dictionary-keys-alone" if_empty(0)
};
static const unsigned char file1016[] = {
#embed "../../../Corpus/portable/structured-field/dictionary-semicolon" if_empty(0)
};
static const unsigned char file1017[] = {
#embed "../../../Corpus/portable/structured-field/dictionary-trailing-comma" if_empty(0)
};
static const unsigned char file1018[] = {
#embed "../../../Corpus/portable/structured-field/display-string" if_empty(0)
};
static const unsigned char file1019[] = {
#embed "../../../Corpus/portable/structured-field/display-string-not-utf-8" if_empty(0)
};
static const unsigned char file1020[] = {
#embed "../../../Corpus/portable/structured-field/display-string-overlong" if_empty(0)
};
static const unsigned char file1021[] = {
#embed "../../../Corpus/portable/structured-field/display-string-surrogate" if_empty(0)
};
static const unsigned char file1022[] = {
#embed "../../../Corpus/portable/structured-field/display-string-upper-case" if_empty(0)
};
static const unsigned char file1023[] = {
#embed "../../../Corpus/portable/structured-field/inner-list" if_empty(0)
};
static const unsigned char file1024[] = {
#embed "../../../Corpus/portable/structured-field/inner-list-comma" if_empty(0)
};
static const unsigned char file1025[] = {
#embed "../../../Corpus/portable/structured-field/inner-list-of-64-levels" if_empty(0)
};
static const unsigned char file1026[] = {
#embed "../../../Corpus/portable/structured-field/inner-list-tab" if_empty(0)
};
static const unsigned char file1027[] = {
#embed "../../../Corpus/portable/structured-field/inner-list-unterminated" if_empty(0)
};
static const unsigned char file1028[] = {
#embed "../../../Corpus/portable/structured-field/integer-largest" if_empty(0)
};
static const unsigned char file1029[] = {
#embed "../../../Corpus/portable/structured-field/integer-leading-zeros" if_empty(0)
};
static const unsigned char file1030[] = {
#embed "../../../Corpus/portable/structured-field/integer-of-16-digits" if_empty(0)
};
static const unsigned char file1031[] = {
#embed "../../../Corpus/portable/structured-field/integer-plus" if_empty(0)
};
static const unsigned char file1032[] = {
#embed "../../../Corpus/portable/structured-field/integer-smallest" if_empty(0)
};
static const unsigned char file1033[] = {
#embed "../../../Corpus/portable/structured-field/integer-zeros-and-16-digits" if_empty(0)
};
static const unsigned char file1034[] = {
#embed "../../../Corpus/portable/structured-field/item-blanks-around" if_empty(0)
};
static const unsigned char file1035[] = {
#embed "../../../Corpus/portable/structured-field/item-byte-order-mark" if_empty(0)
};
static const unsigned char file1036[] = {
#embed "../../../Corpus/portable/structured-field/item-empty" if_empty(0)
};
static const unsigned char file1037[] = {
#embed "../../../Corpus/portable/structured-field/item-inner-list" if_empty(0)
};
static const unsigned char file1038[] = {
#embed "../../../Corpus/portable/structured-field/item-tab-before" if_empty(0)
};
static const unsigned char file1039[] = {
#embed "../../../Corpus/portable/structured-field/list" if_empty(0)
};
static const unsigned char file1040[] = {
#embed "../../../Corpus/portable/structured-field/list-empty" if_empty(0)
};
static const unsigned char file1041[] = {
#embed "../../../Corpus/portable/structured-field/list-empty-member" if_empty(0)
};
static const unsigned char file1042[] = {
#embed "../../../Corpus/portable/structured-field/list-tabs" if_empty(0)
};
static const unsigned char file1043[] = {
#embed "../../../Corpus/portable/structured-field/list-trailing-comma" if_empty(0)
};
static const unsigned char file1044[] = {
#embed "../../../Corpus/portable/structured-field/parameter-blank-before-semicolon" if_empty(0)
};
static const unsigned char file1045[] = {
#embed "../../../Corpus/portable/structured-field/parameter-inner-list" if_empty(0)
};
static const unsigned char file1046[] = {
#embed "../../../Corpus/portable/structured-field/parameter-tab-after-semicolon" if_empty(0)
};
static const unsigned char file1047[] = {
#embed "../../../Corpus/portable/structured-field/parameter-twice" if_empty(0)
};
static const unsigned char file1048[] = {
#embed "../../../Corpus/portable/structured-field/parameter-upper-case" if_empty(0)
};
static const unsigned char file1049[] = {
#embed "../../../Corpus/portable/structured-field/parameter-without-name" if_empty(0)
};
static const unsigned char file1050[] = {
#embed "../../../Corpus/portable/structured-field/parameters" if_empty(0)
};
static const unsigned char file1051[] = {
#embed "../../../Corpus/portable/structured-field/string" if_empty(0)
};
static const unsigned char file1052[] = {
#embed "../../../Corpus/portable/structured-field/string-escapes" if_empty(0)
};
static const unsigned char file1053[] = {
#embed "../../../Corpus/portable/structured-field/string-nul" if_empty(0)
};
static const unsigned char file1054[] = {
#embed "../../../Corpus/portable/structured-field/string-of-1024" if_empty(0)
};
static const unsigned char file1055[] = {
#embed "../../../Corpus/portable/structured-field/string-other-escape" if_empty(0)
};
static const unsigned char file1056[] = {
#embed "../../../Corpus/portable/structured-field/string-tab" if_empty(0)
};
static const unsigned char file1057[] = {
#embed "../../../Corpus/portable/structured-field/string-unterminated" if_empty(0)
};
static const unsigned char file1058[] = {
#embed "../../../Corpus/portable/structured-field/string-utf-8" if_empty(0)
};
static const unsigned char file1059[] = {
#embed "../../../Corpus/portable/structured-field/token-all-characters" if_empty(0)
};
static const unsigned char file1060[] = {
#embed "../../../Corpus/portable/structured-field/token-underscore-first" if_empty(0)
};
static const unsigned char file1061[] = {
#embed "../../../Corpus/portable/toml.dict" if_empty(0)
};
static const unsigned char file1062[] = {
#embed "../../../Corpus/portable/toml/array-comma-missing" if_empty(0)
};
static const unsigned char file1063[] = {
#embed "../../../Corpus/portable/toml/array-not-closed" if_empty(0)
};
static const unsigned char file1064[] = {
#embed "../../../Corpus/portable/toml/array-of-tables-after-its-child" if_empty(0)
};
static const unsigned char file1065[] = {
#embed "../../../Corpus/portable/toml/array-of-tables-over-array" if_empty(0)
};
static const unsigned char file1066[] = {
#embed "../../../Corpus/portable/toml/array-of-tables-over-table" if_empty(0)
};
static const unsigned char file1067[] = {
#embed "../../../Corpus/portable/toml/arrays" if_empty(0)
};
static const unsigned char file1068[] = {
#embed "../../../Corpus/portable/toml/arrays-1500-levels" if_empty(0)
};
static const unsigned char file1069[] = {
#embed "../../../Corpus/portable/toml/arrays-64-levels" if_empty(0)
};
static const unsigned char file1070[] = {
#embed "../../../Corpus/portable/toml/boolean-upper-case" if_empty(0)
};
static const unsigned char file1071[] = {
#embed "../../../Corpus/portable/toml/byte-order-mark" if_empty(0)
};
static const unsigned char file1072[] = {
#embed "../../../Corpus/portable/toml/carriage-return-alone" if_empty(0)
};
static const unsigned char file1073[] = {
#embed "../../../Corpus/portable/toml/carriage-return-in-comment" if_empty(0)
};
static const unsigned char file1074[] = {
#embed "../../../Corpus/portable/toml/comment-delete" if_empty(0)
};
static const unsigned char file1075[] = {
#embed "../../../Corpus/portable/toml/comments" if_empty(0)
};
static const unsigned char file1076[] = {
#embed "../../../Corpus/portable/toml/date-no-leap-day" if_empty(0)
};
static const unsigned char file1077[] = {
#embed "../../../Corpus/portable/toml/dates-and-times" if_empty(0)
};
static const unsigned char file1078[] = {
#embed "../../../Corpus/portable/toml/dotted-key-into-table" if_empty(0)
};
static const unsigned char file1079[] = {
#embed "../../../Corpus/portable/toml/empty" if_empty(0)
};
static const unsigned char file1080[] = {
#embed "../../../Corpus/portable/toml/float-without-fraction" if_empty(0)
};
static const unsigned char file1081[] = {
#embed "../../../Corpus/portable/toml/float-without-integer" if_empty(0)
};
static const unsigned char file1082[] = {
#embed "../../../Corpus/portable/toml/floats" if_empty(0)
};
static const unsigned char file1083[] = {
#embed "../../../Corpus/portable/toml/floats-special" if_empty(0)
};
static const unsigned char file1084[] = {
#embed "../../../Corpus/portable/toml/inline-table-comma-at-end" if_empty(0)
};
static const unsigned char file1085[] = {
#embed "../../../Corpus/portable/toml/inline-table-extended-by-header" if_empty(0)
};
static const unsigned char file1086[] = {
#embed "../../../Corpus/portable/toml/inline-table-extended-by-key" if_empty(0)
};
static const unsigned char file1087[] = {
#embed "../../../Corpus/portable/toml/inline-table-key-twice" if_empty(0)
};
static const unsigned char file1088[] = {
#embed "../../../Corpus/portable/toml/inline-table-line-break" if_empty(0)
};
static const unsigned char file1089[] = {
#embed "../../../Corpus/portable/toml/inline-table-over-dotted-key" if_empty(0)
};
static const unsigned char file1090[] = {
#embed "../../../Corpus/portable/toml/inline-tables" if_empty(0)
};
static const unsigned char file1091[] = {
#embed "../../../Corpus/portable/toml/integer-above-64-bits" if_empty(0)
};
static const unsigned char file1092[] = {
#embed "../../../Corpus/portable/toml/integer-leading-zero" if_empty(0)
};
static const unsigned char file1093[] = {
#embed "../../../Corpus/portable/toml/integer-limits" if_empty(0)
};
static const unsigned char file1094[] = {
#embed "../../../Corpus/portable/toml/integer-prefix-with-sign" if_empty(0)
};
static const unsigned char file1095[] = {
#embed "../../../Corpus/portable/toml/integer-underscore-at-end" if_empty(0)
};
static const unsigned char file1096[] = {
#embed "../../../Corpus/portable/toml/integers" if_empty(0)
};
static const unsigned char file1097[] = {
#embed "../../../Corpus/portable/toml/key-dotted-into-value" if_empty(0)
};
static const unsigned char file1098[] = {
#embed "../../../Corpus/portable/toml/key-not-ascii" if_empty(0)
};
static const unsigned char file1099[] = {
#embed "../../../Corpus/portable/toml/key-twice" if_empty(0)
};
static const unsigned char file1100[] = {
#embed "../../../Corpus/portable/toml/key-twice-quoted" if_empty(0)
};
static const unsigned char file1101[] = {
#embed "../../../Corpus/portable/toml/keys-bare" if_empty(0)
};
static const unsigned char file1102[] = {
#embed "../../../Corpus/portable/toml/keys-dotted" if_empty(0)
};
static const unsigned char file1103[] = {
#embed "../../../Corpus/portable/toml/keys-quoted" if_empty(0)
};
static const unsigned char file1104[] = {
#embed "../../../Corpus/portable/toml/latin-1" if_empty(0)
};
static const unsigned char file1105[] = {
#embed "../../../Corpus/portable/toml/line-breaks-crlf" if_empty(0)
};
static const unsigned char file1106[] = {
#embed "../../../Corpus/portable/toml/no-break-space" if_empty(0)
};
static const unsigned char file1107[] = {
#embed "../../../Corpus/portable/toml/pairs-on-one-line" if_empty(0)
};
static const unsigned char file1108[] = {
#embed "../../../Corpus/portable/toml/string-escape-above-unicode" if_empty(0)
};
static const unsigned char file1109[] = {
#embed "../../../Corpus/portable/toml/string-escape-surrogates" if_empty(0)
};
static const unsigned char file1110[] = {
#embed "../../../Corpus/portable/toml/string-escape-unknown" if_empty(0)
};
static const unsigned char file1111[] = {
#embed "../../../Corpus/portable/toml/string-escapes" if_empty(0)
};
static const unsigned char file1112[] = {
#embed "../../../Corpus/portable/toml/string-escapes-of-1-1" if_empty(0)
};
static const unsigned char file1113[] = {
#embed "../../../Corpus/portable/toml/string-literal-nul" if_empty(0)
};
static const unsigned char file1114[] = {
#embed "../../../Corpus/portable/toml/string-multi-line" if_empty(0)
};
static const unsigned char file1115[] = {
#embed "../../../Corpus/portable/toml/string-multi-line-not-closed" if_empty(0)
};
static const unsigned char file1116[] = {
#embed "../../../Corpus/portable/toml/string-multi-line-quotes" if_empty(0)
};
static const unsigned char file1117[] = {
#embed "../../../Corpus/portable/toml/string-multi-line-quotes-three" if_empty(0)
};
static const unsigned char file1118[] = {
#embed "../../../Corpus/portable/toml/string-not-closed" if_empty(0)
};
static const unsigned char file1119[] = {
#embed "../../../Corpus/portable/toml/strings-literal" if_empty(0)
};
static const unsigned char file1120[] = {
#embed "../../../Corpus/portable/toml/table-header-64-levels" if_empty(0)
};
static const unsigned char file1121[] = {
#embed "../../../Corpus/portable/toml/table-in-dotted-table" if_empty(0)
};
static const unsigned char file1122[] = {
#embed "../../../Corpus/portable/toml/table-over-array-of-tables" if_empty(0)
};
static const unsigned char file1123[] = {
#embed "../../../Corpus/portable/toml/table-over-dotted-table" if_empty(0)
};
static const unsigned char file1124[] = {
#embed "../../../Corpus/portable/toml/table-twice" if_empty(0)
};
static const unsigned char file1125[] = {
#embed "../../../Corpus/portable/toml/tables" if_empty(0)
};
static const unsigned char file1126[] = {
#embed "../../../Corpus/portable/toml/tables-in-arrays" if_empty(0)
};
static const unsigned char file1127[] = {
#embed "../../../Corpus/portable/toml/time-leap-second" if_empty(0)
};
static const unsigned char file1128[] = {
#embed "../../../Corpus/portable/toml/time-second-61" if_empty(0)
};
static const unsigned char file1129[] = {
#embed "../../../Corpus/portable/toml/time-with-offset" if_empty(0)
};
static const unsigned char file1130[] = {
#embed "../../../Corpus/portable/toml/time-without-seconds" if_empty(0)
};
static const unsigned char file1131[] = {
#embed "../../../Corpus/portable/toml/value-missing" if_empty(0)
};
static const unsigned char file1132[] = {
#embed "../../../Corpus/portable/url.dict" if_empty(0)
};
static const unsigned char file1133[] = {
#embed "../../../Corpus/portable/url/backslash-in-authority" if_empty(0)
};
static const unsigned char file1134[] = {
#embed "../../../Corpus/portable/url/backslashes" if_empty(0)
};
static const unsigned char file1135[] = {
#embed "../../../Corpus/portable/url/blanks-around" if_empty(0)
};
static const unsigned char file1136[] = {
#embed "../../../Corpus/portable/url/data" if_empty(0)
};
static const unsigned char file1137[] = {
#embed "../../../Corpus/portable/url/dot-segments" if_empty(0)
};
static const unsigned char file1138[] = {
#embed "../../../Corpus/portable/url/dot-segments-escaped" if_empty(0)
};
static const unsigned char file1139[] = {
#embed "../../../Corpus/portable/url/empty" if_empty(0)
};
static const unsigned char file1140[] = {
#embed "../../../Corpus/portable/url/empty-segments" if_empty(0)
};
static const unsigned char file1141[] = {
#embed "../../../Corpus/portable/url/file" if_empty(0)
};
static const unsigned char file1142[] = {
#embed "../../../Corpus/portable/url/file-drive" if_empty(0)
};
static const unsigned char file1143[] = {
#embed "../../../Corpus/portable/url/fragment" if_empty(0)
};
static const unsigned char file1144[] = {
#embed "../../../Corpus/portable/url/fragment-number-sign" if_empty(0)
};
static const unsigned char file1145[] = {
#embed "../../../Corpus/portable/url/host-empty" if_empty(0)
};
static const unsigned char file1146[] = {
#embed "../../../Corpus/portable/url/host-percent" if_empty(0)
};
static const unsigned char file1147[] = {
#embed "../../../Corpus/portable/url/host-percent-slash" if_empty(0)
};
static const unsigned char file1148[] = {
#embed "../../../Corpus/portable/url/host-punycode" if_empty(0)
};
static const unsigned char file1149[] = {
#embed "../../../Corpus/portable/url/host-space" if_empty(0)
};
static const unsigned char file1150[] = {
#embed "../../../Corpus/portable/url/host-umlaut" if_empty(0)
};
static const unsigned char file1151[] = {
#embed "../../../Corpus/portable/url/host-underscore" if_empty(0)
};
static const unsigned char file1152[] = {
#embed "../../../Corpus/portable/url/host-upper-case" if_empty(0)
};
static const unsigned char file1153[] = {
#embed "../../../Corpus/portable/url/http" if_empty(0)
};
static const unsigned char file1154[] = {
#embed "../../../Corpus/portable/url/http-without-path" if_empty(0)
};
static const unsigned char file1155[] = {
#embed "../../../Corpus/portable/url/ip-future" if_empty(0)
};
static const unsigned char file1156[] = {
#embed "../../../Corpus/portable/url/ipv4" if_empty(0)
};
static const unsigned char file1157[] = {
#embed "../../../Corpus/portable/url/ipv4-ends-with-dot" if_empty(0)
};
static const unsigned char file1158[] = {
#embed "../../../Corpus/portable/url/ipv4-five-numbers" if_empty(0)
};
static const unsigned char file1159[] = {
#embed "../../../Corpus/portable/url/ipv4-hexadecimal" if_empty(0)
};
static const unsigned char file1160[] = {
#embed "../../../Corpus/portable/url/ipv4-octal" if_empty(0)
};
static const unsigned char file1161[] = {
#embed "../../../Corpus/portable/url/ipv4-one-number" if_empty(0)
};
static const unsigned char file1162[] = {
#embed "../../../Corpus/portable/url/ipv4-too-large" if_empty(0)
};
static const unsigned char file1163[] = {
#embed "../../../Corpus/portable/url/ipv6" if_empty(0)
};
static const unsigned char file1164[] = {
#embed "../../../Corpus/portable/url/ipv6-ipv4" if_empty(0)
};
static const unsigned char file1165[] = {
#embed "../../../Corpus/portable/url/ipv6-nine-groups" if_empty(0)
};
static const unsigned char file1166[] = {
#embed "../../../Corpus/portable/url/ipv6-not-closed" if_empty(0)
};
static const unsigned char file1167[] = {
#embed "../../../Corpus/portable/url/ipv6-port" if_empty(0)
};
static const unsigned char file1168[] = {
#embed "../../../Corpus/portable/url/ipv6-two-gaps" if_empty(0)
};
static const unsigned char file1169[] = {
#embed "../../../Corpus/portable/url/ipv6-without-brackets" if_empty(0)
};
static const unsigned char file1170[] = {
#embed "../../../Corpus/portable/url/ipv6-zone" if_empty(0)
};
static const unsigned char file1171[] = {
#embed "../../../Corpus/portable/url/ipv6-zone-bare" if_empty(0)
};
static const unsigned char file1172[] = {
#embed "../../../Corpus/portable/url/javascript" if_empty(0)
};
static const unsigned char file1173[] = {
#embed "../../../Corpus/portable/url/line-feed" if_empty(0)
};
static const unsigned char file1174[] = {
#embed "../../../Corpus/portable/url/mailto" if_empty(0)
};
static const unsigned char file1175[] = {
#embed "../../../Corpus/portable/url/no-scheme" if_empty(0)
};
static const unsigned char file1176[] = {
#embed "../../../Corpus/portable/url/nul" if_empty(0)
};
static const unsigned char file1177[] = {
#embed "../../../Corpus/portable/url/path-colon" if_empty(0)
};
static const unsigned char file1178[] = {
#embed "../../../Corpus/portable/url/path-space" if_empty(0)
};
static const unsigned char file1179[] = {
#embed "../../../Corpus/portable/url/path-umlaut" if_empty(0)
};
static const unsigned char file1180[] = {
#embed "../../../Corpus/portable/url/percent" if_empty(0)
};
static const unsigned char file1181[] = {
#embed "../../../Corpus/portable/url/percent-alone" if_empty(0)
};
static const unsigned char file1182[] = {
#embed "../../../Corpus/portable/url/percent-not-hexadecimal" if_empty(0)
};
static const unsigned char file1183[] = {
#embed "../../../Corpus/portable/url/percent-nul" if_empty(0)
};
static const unsigned char file1184[] = {
#embed "../../../Corpus/portable/url/port" if_empty(0)
};
static const unsigned char file1185[] = {
#embed "../../../Corpus/portable/url/port-default" if_empty(0)
};
static const unsigned char file1186[] = {
#embed "../../../Corpus/portable/url/port-empty" if_empty(0)
};
static const unsigned char file1187[] = {
#embed "../../../Corpus/portable/url/port-leading-zeros" if_empty(0)
};
static const unsigned char file1188[] = {
#embed "../../../Corpus/portable/url/port-not-a-number" if_empty(0)
};
static const unsigned char file1189[] = {
#embed "../../../Corpus/portable/url/port-too-large" if_empty(0)
};
static const unsigned char file1190[] = {
#embed "../../../Corpus/portable/url/query" if_empty(0)
};
static const unsigned char file1191[] = {
#embed "../../../Corpus/portable/url/query-empty" if_empty(0)
};
static const unsigned char file1192[] = {
#embed "../../../Corpus/portable/url/query-in-fragment" if_empty(0)
};
static const unsigned char file1193[] = {
#embed "../../../Corpus/portable/url/query-question-mark" if_empty(0)
};
static const unsigned char file1194[] = {
#embed "../../../Corpus/portable/url/relative" if_empty(0)
};
static const unsigned char file1195[] = {
#embed "../../../Corpus/portable/url/scheme-alone" if_empty(0)
};
static const unsigned char file1196[] = {
#embed "../../../Corpus/portable/url/scheme-digit-first" if_empty(0)
};
static const unsigned char file1197[] = {
#embed "../../../Corpus/portable/url/urn" if_empty(0)
};
static const unsigned char file1198[] = {
#embed "../../../Corpus/portable/url/user-info" if_empty(0)
};
static const unsigned char file1199[] = {
#embed "../../../Corpus/portable/url/user-info-empty" if_empty(0)
};
static const unsigned char file1200[] = {
#embed "../../../Corpus/portable/url/user-info-looks-like-host" if_empty(0)
};
static const unsigned char file1201[] = {
#embed "../../../Corpus/portable/url/user-info-two-at-signs" if_empty(0)
};
static const unsigned char file1202[] = {
#embed "../../../Corpus/portable/websocket.dict" if_empty(0)
};
static const unsigned char file1203[] = {
#embed "../../../Corpus/portable/websocket/binary" if_empty(0)
};
static const unsigned char file1204[] = {
#embed "../../../Corpus/portable/websocket/binary-within-text" if_empty(0)
};
static const unsigned char file1205[] = {
#embed "../../../Corpus/portable/websocket/close-1000" if_empty(0)
};
static const unsigned char file1206[] = {
#embed "../../../Corpus/portable/websocket/close-1004" if_empty(0)
};
static const unsigned char file1207[] = {
#embed "../../../Corpus/portable/websocket/close-1005" if_empty(0)
};
static const unsigned char file1208[] = {
#embed "../../../Corpus/portable/websocket/close-1006" if_empty(0)
};
static const unsigned char file1209[] = {
#embed "../../../Corpus/portable/websocket/close-1015" if_empty(0)
};
static const unsigned char file1210[] = {
#embed "../../../Corpus/portable/websocket/close-2999" if_empty(0)
};
static const unsigned char file1211[] = {
#embed "../../../Corpus/portable/websocket/close-3000" if_empty(0)
};
static const unsigned char file1212[] = {
#embed "../../../Corpus/portable/websocket/close-4999" if_empty(0)
};
static const unsigned char file1213[] = {
#embed "../../../Corpus/portable/websocket/close-5000" if_empty(0)
};
static const unsigned char file1214[] = {
#embed "../../../Corpus/portable/websocket/close-999" if_empty(0)
};
static const unsigned char file1215[] = {
#embed "../../../Corpus/portable/websocket/close-empty" if_empty(0)
};
static const unsigned char file1216[] = {
#embed "../../../Corpus/portable/websocket/close-of-126" if_empty(0)
};
static const unsigned char file1217[] = {
#embed "../../../Corpus/portable/websocket/close-of-one-byte" if_empty(0)
};
static const unsigned char file1218[] = {
#embed "../../../Corpus/portable/websocket/close-reason-not-utf-8" if_empty(0)
};
static const unsigned char file1219[] = {
#embed "../../../Corpus/portable/websocket/close-then-invalid" if_empty(0)
};
static const unsigned char file1220[] = {
#embed "../../../Corpus/portable/websocket/close-then-message" if_empty(0)
};
static const unsigned char file1221[] = {
#embed "../../../Corpus/portable/websocket/close-within-message" if_empty(0)
};
static const unsigned char file1222[] = {
#embed "../../../Corpus/portable/websocket/continuation-after-message" if_empty(0)
};
static const unsigned char file1223[] = {
#embed "../../../Corpus/portable/websocket/continuation-alone" if_empty(0)
};
static const unsigned char file1224[] = {
#embed "../../../Corpus/portable/websocket/continuation-not-final" if_empty(0)
};
static const unsigned char file1225[] = {
#embed "../../../Corpus/portable/websocket/cut-after-first-byte" if_empty(0)
};
static const unsigned char file1226[] = {
#embed "../../../Corpus/portable/websocket/cut-in-length" if_empty(0)
};
static const unsigned char file1227[] = {
#embed "../../../Corpus/portable/websocket/cut-in-mask" if_empty(0)
};
static const unsigned char file1228[] = {
#embed "../../../Corpus/portable/websocket/cut-in-payload" if_empty(0)
};
static const unsigned char file1229[] = {
#embed "../../../Corpus/portable/websocket/fragments" if_empty(0)
};
static const unsigned char file1230[] = {
#embed "../../../Corpus/portable/websocket/fragments-64" if_empty(0)
};
static const unsigned char file1231[] = {
#embed "../../../Corpus/portable/websocket/fragments-empty" if_empty(0)
};
static const unsigned char file1232[] = {
#embed "../../../Corpus/portable/websocket/fragments-unfinished" if_empty(0)
};
static const unsigned char file1233[] = {
#embed "../../../Corpus/portable/websocket/fragments-with-ping" if_empty(0)
};
static const unsigned char file1234[] = {
#embed "../../../Corpus/portable/websocket/http-request" if_empty(0)
};
static const unsigned char file1235[] = {
#embed "../../../Corpus/portable/websocket/length-125" if_empty(0)
};
static const unsigned char file1236[] = {
#embed "../../../Corpus/portable/websocket/length-125-in-16-bits" if_empty(0)
};
static const unsigned char file1237[] = {
#embed "../../../Corpus/portable/websocket/length-126" if_empty(0)
};
static const unsigned char file1238[] = {
#embed "../../../Corpus/portable/websocket/length-126-in-64-bits" if_empty(0)
};
static const unsigned char file1239[] = {
#embed "../../../Corpus/portable/websocket/length-largest" if_empty(0)
};
static const unsigned char file1240[] = {
#embed "../../../Corpus/portable/websocket/length-most-significant-bit" if_empty(0)
};
static const unsigned char file1241[] = {
#embed "../../../Corpus/portable/websocket/mask-of-zeros" if_empty(0)
};
static const unsigned char file1242[] = {
#embed "../../../Corpus/portable/websocket/no-frames" if_empty(0)
};
static const unsigned char file1243[] = {
#embed "../../../Corpus/portable/websocket/not-masked" if_empty(0)
};
static const unsigned char file1244[] = {
#embed "../../../Corpus/portable/websocket/not-masked-second" if_empty(0)
};
static const unsigned char file1245[] = {
#embed "../../../Corpus/portable/websocket/opcode-11" if_empty(0)
};
static const unsigned char file1246[] = {
#embed "../../../Corpus/portable/websocket/opcode-15" if_empty(0)
};
static const unsigned char file1247[] = {
#embed "../../../Corpus/portable/websocket/opcode-3" if_empty(0)
};
static const unsigned char file1248[] = {
#embed "../../../Corpus/portable/websocket/opcode-7" if_empty(0)
};
static const unsigned char file1249[] = {
#embed "../../../Corpus/portable/websocket/ping-empty" if_empty(0)
};
static const unsigned char file1250[] = {
#embed "../../../Corpus/portable/websocket/ping-not-final" if_empty(0)
};
static const unsigned char file1251[] = {
#embed "../../../Corpus/portable/websocket/ping-of-125" if_empty(0)
};
static const unsigned char file1252[] = {
#embed "../../../Corpus/portable/websocket/ping-of-126" if_empty(0)
};
static const unsigned char file1253[] = {
#embed "../../../Corpus/portable/websocket/pong-unsolicited" if_empty(0)
};
static const unsigned char file1254[] = {
#embed "../../../Corpus/portable/websocket/reserved-bit-1" if_empty(0)
};
static const unsigned char file1255[] = {
#embed "../../../Corpus/portable/websocket/reserved-bit-2" if_empty(0)
};
static const unsigned char file1256[] = {
#embed "../../../Corpus/portable/websocket/reserved-bit-3" if_empty(0)
};
static const unsigned char file1257[] = {
#embed "../../../Corpus/portable/websocket/reserved-bit-continuation" if_empty(0)
};
static const unsigned char file1258[] = {
#embed "../../../Corpus/portable/websocket/text" if_empty(0)
};
static const unsigned char file1259[] = {
#embed "../../../Corpus/portable/websocket/text-byte-order-mark" if_empty(0)
};
static const unsigned char file1260[] = {
#embed "../../../Corpus/portable/websocket/text-empty" if_empty(0)
};
static const unsigned char file1261[] = {
#embed "../../../Corpus/portable/websocket/text-nul" if_empty(0)
};
static const unsigned char file1262[] = {
#embed "../../../Corpus/portable/websocket/text-within-text" if_empty(0)
};
static const unsigned char file1263[] = {
#embed "../../../Corpus/portable/websocket/two-messages" if_empty(0)
};
static const unsigned char file1264[] = {
#embed "../../../Corpus/portable/websocket/utf-8-cut" if_empty(0)
};
static const unsigned char file1265[] = {
#embed "../../../Corpus/portable/websocket/utf-8-cut-in-fragments" if_empty(0)
};
static const unsigned char file1266[] = {
#embed "../../../Corpus/portable/websocket/utf-8-invalid" if_empty(0)
};
static const unsigned char file1267[] = {
#embed "../../../Corpus/portable/websocket/utf-8-last-character" if_empty(0)
};
static const unsigned char file1268[] = {
#embed "../../../Corpus/portable/websocket/utf-8-overlong" if_empty(0)
};
static const unsigned char file1269[] = {
#embed "../../../Corpus/portable/websocket/utf-8-split" if_empty(0)
};
static const unsigned char file1270[] = {
#embed "../../../Corpus/portable/websocket/utf-8-split-invalid" if_empty(0)
};
static const unsigned char file1271[] = {
#embed "../../../Corpus/portable/websocket/utf-8-surrogate" if_empty(0)
};
static const unsigned char file1272[] = {
#embed "../../../Corpus/portable/websocket/utf-8-too-large" if_empty(0)
};
static const unsigned char file1273[] = {
#embed "../../../Corpus/portable/xml.dict" if_empty(0)
};
static const unsigned char file1274[] = {
#embed "../../../Corpus/portable/xml/around-root" if_empty(0)
};
static const unsigned char file1275[] = {
#embed "../../../Corpus/portable/xml/attribute-blanks-normalized" if_empty(0)
};
static const unsigned char file1276[] = {
#embed "../../../Corpus/portable/xml/attribute-blanks-referred-to" if_empty(0)
};
static const unsigned char file1277[] = {
#embed "../../../Corpus/portable/xml/attribute-cut" if_empty(0)
};
static const unsigned char file1278[] = {
#embed "../../../Corpus/portable/xml/attribute-less-than-sign" if_empty(0)
};
static const unsigned char file1279[] = {
#embed "../../../Corpus/portable/xml/attribute-quotes" if_empty(0)
};
static const unsigned char file1280[] = {
#embed "../../../Corpus/portable/xml/attribute-twice" if_empty(0)
};
static const unsigned char file1281[] = {
#embed "../../../Corpus/portable/xml/attribute-xml-space" if_empty(0)
};
static const unsigned char file1282[] = {
#embed "../../../Corpus/portable/xml/cdata" if_empty(0)
};
static const unsigned char file1283[] = {
#embed "../../../Corpus/portable/xml/comment-and-instruction-in-text" if_empty(0)
};
static const unsigned char file1284[] = {
#embed "../../../Corpus/portable/xml/comment-double-hyphen" if_empty(0)
};
static const unsigned char file1285[] = {
#embed "../../../Corpus/portable/xml/declaration" if_empty(0)
};
static const unsigned char file1286[] = {
#embed "../../../Corpus/portable/xml/declaration-after-blank" if_empty(0)
};
static const unsigned char file1287[] = {
#embed "../../../Corpus/portable/xml/declaration-no-version" if_empty(0)
};
static const unsigned char file1288[] = {
#embed "../../../Corpus/portable/xml/declaration-version-1-7" if_empty(0)
};
static const unsigned char file1289[] = {
#embed "../../../Corpus/portable/xml/declaration-version-2-0" if_empty(0)
};
static const unsigned char file1290[] = {
#embed "../../../Corpus/portable/xml/dtd-attribute-default" if_empty(0)
};
static const unsigned char file1291[] = {
#embed "../../../Corpus/portable/xml/dtd-cut" if_empty(0)
};
static const unsigned char file1292[] = {
#embed "../../../Corpus/portable/xml/dtd-declarations" if_empty(0)
};
static const unsigned char file1293[] = {
#embed "../../../Corpus/portable/xml/dtd-external" if_empty(0)
};
static const unsigned char file1294[] = {
#embed "../../../Corpus/portable/xml/dtd-parameter-entity" if_empty(0)
};
static const unsigned char file1295[] = {
#embed "../../../Corpus/portable/xml/dtd-parameter-entity-in-declaration" if_empty(0)
};
static const unsigned char file1296[] = {
#embed "../../../Corpus/portable/xml/element-empty" if_empty(0)
};
static const unsigned char file1297[] = {
#embed "../../../Corpus/portable/xml/elements-64-deep" if_empty(0)
};
static const unsigned char file1298[] = {
#embed "../../../Corpus/portable/xml/elements-nested" if_empty(0)
};
static const unsigned char file1299[] = {
#embed "../../../Corpus/portable/xml/empty-document" if_empty(0)
};
static const unsigned char file1300[] = {
#embed "../../../Corpus/portable/xml/encoding-latin-1" if_empty(0)
};
static const unsigned char file1301[] = {
#embed "../../../Corpus/portable/xml/encoding-unknown" if_empty(0)
};
static const unsigned char file1302[] = {
#embed "../../../Corpus/portable/xml/encoding-utf-16-in-utf-8" if_empty(0)
};
static const unsigned char file1303[] = {
#embed "../../../Corpus/portable/xml/end-tag-missing" if_empty(0)
};
static const unsigned char file1304[] = {
#embed "../../../Corpus/portable/xml/end-tags-crossed" if_empty(0)
};
static const unsigned char file1305[] = {
#embed "../../../Corpus/portable/xml/entity-bomb" if_empty(0)
};
static const unsigned char file1306[] = {
#embed "../../../Corpus/portable/xml/entity-escaped-twice" if_empty(0)
};
static const unsigned char file1307[] = {
#embed "../../../Corpus/portable/xml/entity-external" if_empty(0)
};
static const unsigned char file1308[] = {
#embed "../../../Corpus/portable/xml/entity-external-in-attribute" if_empty(0)
};
static const unsigned char file1309[] = {
#embed "../../../Corpus/portable/xml/entity-first-declaration" if_empty(0)
};
static const unsigned char file1310[] = {
#embed "../../../Corpus/portable/xml/entity-less-than-sign-in-attribute" if_empty(0)
};
static const unsigned char file1311[] = {
#embed "../../../Corpus/portable/xml/entity-markup" if_empty(0)
};
static const unsigned char file1312[] = {
#embed "../../../Corpus/portable/xml/entity-quote-in-attribute" if_empty(0)
};
static const unsigned char file1313[] = {
#embed "../../../Corpus/portable/xml/entity-recursive" if_empty(0)
};
static const unsigned char file1314[] = {
#embed "../../../Corpus/portable/xml/entity-unbalanced" if_empty(0)
};
static const unsigned char file1315[] = {
#embed "../../../Corpus/portable/xml/entity-undeclared" if_empty(0)
};
static const unsigned char file1316[] = {
#embed "../../../Corpus/portable/xml/entity-unparsed" if_empty(0)
};
static const unsigned char file1317[] = {
#embed "../../../Corpus/portable/xml/instruction-target-xml" if_empty(0)
};
static const unsigned char file1318[] = {
#embed "../../../Corpus/portable/xml/line-ends" if_empty(0)
};
static const unsigned char file1319[] = {
#embed "../../../Corpus/portable/xml/name-all-kinds-of-characters" if_empty(0)
};
static const unsigned char file1320[] = {
#embed "../../../Corpus/portable/xml/name-digit-first" if_empty(0)
};
static const unsigned char file1321[] = {
#embed "../../../Corpus/portable/xml/name-fifth-edition" if_empty(0)
};
static const unsigned char file1322[] = {
#embed "../../../Corpus/portable/xml/name-prefix-declared" if_empty(0)
};
static const unsigned char file1323[] = {
#embed "../../../Corpus/portable/xml/name-prefix-undeclared" if_empty(0)
};
static const unsigned char file1324[] = {
#embed "../../../Corpus/portable/xml/reference-numbers" if_empty(0)
};
static const unsigned char file1325[] = {
#embed "../../../Corpus/portable/xml/reference-over-32-bits" if_empty(0)
};
static const unsigned char file1326[] = {
#embed "../../../Corpus/portable/xml/reference-predefined" if_empty(0)
};
static const unsigned char file1327[] = {
#embed "../../../Corpus/portable/xml/reference-to-nul" if_empty(0)
};
static const unsigned char file1328[] = {
#embed "../../../Corpus/portable/xml/reference-to-surrogates" if_empty(0)
};
static const unsigned char file1329[] = {
#embed "../../../Corpus/portable/xml/text-ampersand" if_empty(0)
};
static const unsigned char file1330[] = {
#embed "../../../Corpus/portable/xml/text-cdata-end" if_empty(0)
};
static const unsigned char file1331[] = {
#embed "../../../Corpus/portable/xml/text-control-character" if_empty(0)
};
static const unsigned char file1332[] = {
#embed "../../../Corpus/portable/xml/text-next-line-and-line-separator" if_empty(0)
};
static const unsigned char file1333[] = {
#embed "../../../Corpus/portable/xml/text-nul" if_empty(0)
};
static const unsigned char file1334[] = {
#embed "../../../Corpus/portable/xml/two-roots" if_empty(0)
};
static const unsigned char file1335[] = {
254, 255, 0, 60, 0, 97, 0, 62, 0, 233, 0, 60, 0, 47, 0, 97, 0, 62
};
static const unsigned char file1336[] = {
255, 254, 60, 0, 63, 0, 120, 0, 109, 0, 108, 0, 32, 0, 118, 0, 101, 0, 114, 0, 115, 0, 105, 0, 111, 0, 110, 0, 61, 0, 34, 0, 49, 0, 46, 0, 48, 0, 34, 0, 32, 0, 101, 0, 110, 0, 99, 0, 111, 0, 100, 0, 105, 0, 110, 0, 103, 0, 61, 0, 34, 0, 85, 0, 84, 0, 70, 0, 45, 0, 49, 0, 54, 0, 34, 0, 63, 0, 62, 0, 60, 0, 97, 0, 62, 0, 233, 0, 61, 216, 0, 222, 60, 0, 47, 0, 97, 0, 62, 0
};
static const unsigned char file1337[] = {
#embed "../../../Corpus/portable/xml/utf-16-no-byte-order-mark" if_empty(0)
};
static const unsigned char file1338[] = {
#embed "../../../Corpus/portable/xml/utf-8-byte-order-mark" if_empty(0)
};
static const unsigned char file1339[] = {
#embed "../../../Corpus/portable/xml/utf-8-cut" if_empty(0)
};
static const unsigned char file1340[] = {
#embed "../../../Corpus/portable/xml/utf-8-overlong" if_empty(0)
};
static const unsigned char file1341[] = {
#embed "../../../Corpus/portable/xml/utf-8-surrogates" if_empty(0)
};
static const unsigned char file1342[] = {
#embed "../../../Corpus/portable/xml/utf-8-two-byte-order-marks" if_empty(0)
};
static const unsigned char file1343[] = {
#embed "../../../Corpus/portable/xml/utf-8-two-three-four-bytes" if_empty(0)
};
static const unsigned char file1344[] = {
#embed "../../../Corpus/portable/yaml.dict" if_empty(0)
};
static const unsigned char file1345[] = {
#embed "../../../Corpus/portable/yaml/alias" if_empty(0)
};
static const unsigned char file1346[] = {
#embed "../../../Corpus/portable/yaml/alias-bomb" if_empty(0)
};
static const unsigned char file1347[] = {
#embed "../../../Corpus/portable/yaml/alias-recursive" if_empty(0)
};
static const unsigned char file1348[] = {
#embed "../../../Corpus/portable/yaml/alias-to-other-document" if_empty(0)
};
static const unsigned char file1349[] = {
#embed "../../../Corpus/portable/yaml/alias-undefined" if_empty(0)
};
static const unsigned char file1350[] = {
#embed "../../../Corpus/portable/yaml/block-compact" if_empty(0)
};
static const unsigned char file1351[] = {
#embed "../../../Corpus/portable/yaml/block-explicit-keys" if_empty(0)
};
static const unsigned char file1352[] = {
#embed "../../../Corpus/portable/yaml/block-indentation-less" if_empty(0)
};
static const unsigned char file1353[] = {
#embed "../../../Corpus/portable/yaml/block-mapping" if_empty(0)
};
static const unsigned char file1354[] = {
#embed "../../../Corpus/portable/yaml/block-mapping-in-line" if_empty(0)
};
static const unsigned char file1355[] = {
#embed "../../../Corpus/portable/yaml/block-sequence" if_empty(0)
};
static const unsigned char file1356[] = {
#embed "../../../Corpus/portable/yaml/block-sequence-in-mapping" if_empty(0)
};
static const unsigned char file1357[] = {
#embed "../../../Corpus/portable/yaml/comment-no-blank-before" if_empty(0)
};
static const unsigned char file1358[] = {
#embed "../../../Corpus/portable/yaml/comments" if_empty(0)
};
static const unsigned char file1359[] = {
#embed "../../../Corpus/portable/yaml/core-booleans" if_empty(0)
};
static const unsigned char file1360[] = {
#embed "../../../Corpus/portable/yaml/core-booleans-of-1-1" if_empty(0)
};
static const unsigned char file1361[] = {
#embed "../../../Corpus/portable/yaml/core-floats" if_empty(0)
};
static const unsigned char file1362[] = {
#embed "../../../Corpus/portable/yaml/core-infinities" if_empty(0)
};
static const unsigned char file1363[] = {
#embed "../../../Corpus/portable/yaml/core-integers" if_empty(0)
};
static const unsigned char file1364[] = {
#embed "../../../Corpus/portable/yaml/core-merge-key" if_empty(0)
};
static const unsigned char file1365[] = {
#embed "../../../Corpus/portable/yaml/core-nulls" if_empty(0)
};
static const unsigned char file1366[] = {
#embed "../../../Corpus/portable/yaml/core-numbers-of-1-1" if_empty(0)
};
static const unsigned char file1367[] = {
#embed "../../../Corpus/portable/yaml/directive-tag" if_empty(0)
};
static const unsigned char file1368[] = {
#embed "../../../Corpus/portable/yaml/directive-yaml" if_empty(0)
};
static const unsigned char file1369[] = {
#embed "../../../Corpus/portable/yaml/directive-yaml-twice" if_empty(0)
};
static const unsigned char file1370[] = {
#embed "../../../Corpus/portable/yaml/document-marker-in-quotes" if_empty(0)
};
static const unsigned char file1371[] = {
#embed "../../../Corpus/portable/yaml/documents" if_empty(0)
};
static const unsigned char file1372[] = {
#embed "../../../Corpus/portable/yaml/double-quoted-cut-after-backslash" if_empty(0)
};
static const unsigned char file1373[] = {
#embed "../../../Corpus/portable/yaml/double-quoted-escapes" if_empty(0)
};
static const unsigned char file1374[] = {
#embed "../../../Corpus/portable/yaml/double-quoted-lines" if_empty(0)
};
static const unsigned char file1375[] = {
#embed "../../../Corpus/portable/yaml/double-quoted-surrogates" if_empty(0)
};
static const unsigned char file1376[] = {
#embed "../../../Corpus/portable/yaml/double-quoted-unknown-escape" if_empty(0)
};
static const unsigned char file1377[] = {
#embed "../../../Corpus/portable/yaml/empty" if_empty(0)
};
static const unsigned char file1378[] = {
#embed "../../../Corpus/portable/yaml/flow-end-not-indented" if_empty(0)
};
static const unsigned char file1379[] = {
#embed "../../../Corpus/portable/yaml/flow-lines" if_empty(0)
};
static const unsigned char file1380[] = {
#embed "../../../Corpus/portable/yaml/flow-mapping" if_empty(0)
};
static const unsigned char file1381[] = {
#embed "../../../Corpus/portable/yaml/flow-sequence" if_empty(0)
};
static const unsigned char file1382[] = {
#embed "../../../Corpus/portable/yaml/flow-sequence-cut" if_empty(0)
};
static const unsigned char file1383[] = {
#embed "../../../Corpus/portable/yaml/flow-sequence-empty-entry" if_empty(0)
};
static const unsigned char file1384[] = {
#embed "../../../Corpus/portable/yaml/flow-sequences-64-deep" if_empty(0)
};
static const unsigned char file1385[] = {
#embed "../../../Corpus/portable/yaml/folded" if_empty(0)
};
static const unsigned char file1386[] = {
#embed "../../../Corpus/portable/yaml/json" if_empty(0)
};
static const unsigned char file1387[] = {
#embed "../../../Corpus/portable/yaml/key-1024-characters" if_empty(0)
};
static const unsigned char file1388[] = {
#embed "../../../Corpus/portable/yaml/key-1200-characters" if_empty(0)
};
static const unsigned char file1389[] = {
#embed "../../../Corpus/portable/yaml/key-number" if_empty(0)
};
static const unsigned char file1390[] = {
#embed "../../../Corpus/portable/yaml/key-twice" if_empty(0)
};
static const unsigned char file1391[] = {
#embed "../../../Corpus/portable/yaml/key-two-lines" if_empty(0)
};
static const unsigned char file1392[] = {
#embed "../../../Corpus/portable/yaml/line-ends" if_empty(0)
};
static const unsigned char file1393[] = {
#embed "../../../Corpus/portable/yaml/literal-chomping" if_empty(0)
};
static const unsigned char file1394[] = {
#embed "../../../Corpus/portable/yaml/literal-empty" if_empty(0)
};
static const unsigned char file1395[] = {
#embed "../../../Corpus/portable/yaml/literal-indentation-indicator" if_empty(0)
};
static const unsigned char file1396[] = {
#embed "../../../Corpus/portable/yaml/literal-text-too-shallow" if_empty(0)
};
static const unsigned char file1397[] = {
#embed "../../../Corpus/portable/yaml/next-line-and-line-separator" if_empty(0)
};
static const unsigned char file1398[] = {
#embed "../../../Corpus/portable/yaml/nul" if_empty(0)
};
static const unsigned char file1399[] = {
#embed "../../../Corpus/portable/yaml/plain-at-sign-first" if_empty(0)
};
static const unsigned char file1400[] = {
#embed "../../../Corpus/portable/yaml/plain-indicators-inside" if_empty(0)
};
static const unsigned char file1401[] = {
#embed "../../../Corpus/portable/yaml/plain-lines" if_empty(0)
};
static const unsigned char file1402[] = {
#embed "../../../Corpus/portable/yaml/plain-percent-sign-first" if_empty(0)
};
static const unsigned char file1403[] = {
#embed "../../../Corpus/portable/yaml/single-quoted" if_empty(0)
};
static const unsigned char file1404[] = {
#embed "../../../Corpus/portable/yaml/tab-as-indentation" if_empty(0)
};
static const unsigned char file1405[] = {
#embed "../../../Corpus/portable/yaml/tab-as-separation" if_empty(0)
};
static const unsigned char file1406[] = {
#embed "../../../Corpus/portable/yaml/tag-handle-undeclared" if_empty(0)
};
static const unsigned char file1407[] = {
#embed "../../../Corpus/portable/yaml/tag-local" if_empty(0)
};
static const unsigned char file1408[] = {
#embed "../../../Corpus/portable/yaml/tags" if_empty(0)
};
static const unsigned char file1409[] = {
254, 255, 0, 97, 0, 58, 0, 32, 0, 233, 216, 61, 222, 0, 0, 10
};
static const unsigned char file1410[] = {
255, 254, 97, 0, 58, 0, 32, 0, 233, 0, 61, 216, 0, 222, 10, 0
};
static const unsigned char file1411[] = {
#embed "../../../Corpus/portable/yaml/utf-8" if_empty(0)
};
static const unsigned char file1412[] = {
#embed "../../../Corpus/portable/yaml/utf-8-byte-order-mark" if_empty(0)
};
static const unsigned char file1413[] = {
#embed "../../../Corpus/portable/yaml/utf-8-byte-order-mark-in-document" if_empty(0)
};
static const unsigned char file1414[] = {
#embed "../../../Corpus/portable/yaml/utf-8-overlong" if_empty(0)
};
static const unsigned char file1415[] = {
#embed "../../../Corpus/portable/zlib.dict" if_empty(0)
};
static const unsigned char file1416[] = {
#embed "../../../Corpus/portable/zlib/dictionary" if_empty(0)
};
static const unsigned char file1417[] = {
#embed "../../../Corpus/portable/zlib/empty" if_empty(0)
};
static const unsigned char file1418[] = {
#embed "../../../Corpus/portable/zlib/small-window" if_empty(0)
};
static const unsigned char file1419[] = {
#embed "../../../Corpus/portable/zlib/text" if_empty(0)
};
static const unsigned char file1420[] = {
#embed "../../../Corpus/portable/zlib/then-garbage" if_empty(0)
};
static const unsigned char file1421[] = {
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
  {"csv.dict", file50, sizeof file50},
  {"csv/backslash-before-closing-quote", file51, sizeof file51},
  {"csv/blank-after-quote", file52, sizeof file52},
  {"csv/blank-alone", file53, sizeof file53},
  {"csv/blank-before-quote", file54, sizeof file54},
  {"csv/blank-line-between-records", file55, sizeof file55},
  {"csv/blanks-around-fields", file56, sizeof file56},
  {"csv/byte-order-mark", file57, sizeof file57},
  {"csv/byte-order-mark-before-quote", file58, sizeof file58},
  {"csv/carriage-return-at-end", file59, sizeof file59},
  {"csv/carriage-return-twice", file60, sizeof file60},
  {"csv/carriage-returns", file61, sizeof file61},
  {"csv/empty-document", file62, 0},
  {"csv/end-of-file-character", file63, sizeof file63},
  {"csv/field-empty-first", file64, sizeof file64},
  {"csv/field-empty-last", file65, sizeof file65},
  {"csv/field-empty-last-without-line-break", file66, sizeof file66},
  {"csv/fields-empty", file67, sizeof file67},
  {"csv/formula-with-quotes", file68, sizeof file68},
  {"csv/formulas", file69, sizeof file69},
  {"csv/header-same-name-twice", file70, sizeof file70},
  {"csv/last-record-with-line-break", file71, sizeof file71},
  {"csv/last-record-without-line-break", file72, sizeof file72},
  {"csv/latin-1", file73, sizeof file73},
  {"csv/line-break-alone", file74, sizeof file74},
  {"csv/line-breaks-mixed", file75, sizeof file75},
  {"csv/line-feeds", file76, sizeof file76},
  {"csv/many-fields", file77, sizeof file77},
  {"csv/nul", file78, sizeof file78},
  {"csv/nul-after-quote", file79, sizeof file79},
  {"csv/nulls", file80, sizeof file80},
  {"csv/number-signs", file81, sizeof file81},
  {"csv/numbers", file82, sizeof file82},
  {"csv/one-field", file83, sizeof file83},
  {"csv/one-record", file84, sizeof file84},
  {"csv/quote-alone", file85, sizeof file85},
  {"csv/quote-doubled", file86, sizeof file86},
  {"csv/quote-doubled-alone", file87, sizeof file87},
  {"csv/quote-doubled-at-end-not-closed", file88, sizeof file88},
  {"csv/quote-doubled-at-ends", file89, sizeof file89},
  {"csv/quote-doubled-before-comma", file90, sizeof file90},
  {"csv/quote-in-unquoted-field", file91, sizeof file91},
  {"csv/quote-not-closed", file92, sizeof file92},
  {"csv/quote-not-closed-over-records", file93, sizeof file93},
  {"csv/quote-with-backslash", file94, sizeof file94},
  {"csv/quoted", file95, sizeof file95},
  {"csv/quoted-at-end", file96, sizeof file96},
  {"csv/quoted-carriage-return", file97, sizeof file97},
  {"csv/quoted-comma", file98, sizeof file98},
  {"csv/quoted-empty", file99, sizeof file99},
  {"csv/quoted-empty-document", file100, sizeof file100},
  {"csv/quoted-line-break", file101, sizeof file101},
  {"csv/quoted-line-feed", file102, sizeof file102},
  {"csv/quoted-record", file103, sizeof file103},
  {"csv/quoted-twice", file104, sizeof file104},
  {"csv/quotes-after-text", file105, sizeof file105},
  {"csv/quotes-doubled-many", file106, sizeof file106},
  {"csv/quotes-three", file107, sizeof file107},
  {"csv/record-too-long", file108, sizeof file108},
  {"csv/record-too-short", file109, sizeof file109},
  {"csv/semicolons", file110, sizeof file110},
  {"csv/separator-line", file111, sizeof file111},
  {"csv/single-quotes", file112, sizeof file112},
  {"csv/tabs", file113, sizeof file113},
  {"csv/text-after-quote", file114, sizeof file114},
  {"csv/utf-16", file115, sizeof file115},
  {"csv/utf-8", file116, sizeof file116},
  {"csv/utf-8-cut-short", file117, sizeof file117},
  {"csv/utf-8-line-separators", file118, sizeof file118},
  {"csv/utf-8-look-alikes", file119, sizeof file119},
  {"csv/utf-8-overlong-comma", file120, sizeof file120},
  {"found.jsonl", file121, sizeof file121},
  {"gzip.dict", file122, sizeof file122},
  {"gzip/bomb", file123, sizeof file123},
  {"gzip/cut-in-data", file124, sizeof file124},
  {"gzip/cut-in-header", file125, sizeof file125},
  {"gzip/cut-in-trailer", file126, sizeof file126},
  {"gzip/empty", file127, sizeof file127},
  {"gzip/header-checksum", file128, sizeof file128},
  {"gzip/header-checksum-wrong", file129, sizeof file129},
  {"gzip/header-name-comment-extra", file130, sizeof file130},
  {"gzip/member-then-half-magic", file131, sizeof file131},
  {"gzip/member-then-zeros", file132, sizeof file132},
  {"gzip/no-header", file133, sizeof file133},
  {"gzip/one-byte", file134, sizeof file134},
  {"gzip/reserved-flags", file135, sizeof file135},
  {"gzip/stored", file136, sizeof file136},
  {"gzip/text", file137, sizeof file137},
  {"gzip/then-garbage", file138, sizeof file138},
  {"gzip/two-members", file139, sizeof file139},
  {"gzip/unknown-method", file140, sizeof file140},
  {"gzip/wrong-checksum", file141, sizeof file141},
  {"gzip/wrong-length", file142, sizeof file142},
  {"gzip/zeros-then-garbage", file143, sizeof file143},
  {"http-date.dict", file144, sizeof file144},
  {"http-date/asctime", file145, sizeof file145},
  {"http-date/asctime-two-digits", file146, sizeof file146},
  {"http-date/blanks-around", file147, sizeof file147},
  {"http-date/day-0", file148, sizeof file148},
  {"http-date/empty", file149, 0},
  {"http-date/four-digit-year-in-rfc-850", file150, sizeof file150},
  {"http-date/fraction", file151, sizeof file151},
  {"http-date/full-day-name-with-comma", file152, sizeof file152},
  {"http-date/hour-24", file153, sizeof file153},
  {"http-date/imf", file154, sizeof file154},
  {"http-date/last-year", file155, sizeof file155},
  {"http-date/leap-day", file156, sizeof file156},
  {"http-date/leap-second", file157, sizeof file157},
  {"http-date/lower-case", file158, sizeof file158},
  {"http-date/no-day-name", file159, sizeof file159},
  {"http-date/no-leap-day", file160, sizeof file160},
  {"http-date/no-such-day", file161, sizeof file161},
  {"http-date/one-digit-day", file162, sizeof file162},
  {"http-date/other-zone", file163, sizeof file163},
  {"http-date/rfc-850", file164, sizeof file164},
  {"http-date/rfc-850-two-parts", file165, sizeof file165},
  {"http-date/seconds", file166, sizeof file166},
  {"http-date/seconds-0", file167, sizeof file167},
  {"http-date/seconds-largest", file168, sizeof file168},
  {"http-date/seconds-many", file169, sizeof file169},
  {"http-date/seconds-negative", file170, sizeof file170},
  {"http-date/seconds-with-sign", file171, sizeof file171},
  {"http-date/signs-in-numbers", file172, sizeof file172},
  {"http-date/too-long", file173, sizeof file173},
  {"http-date/two-digit-year-69", file174, sizeof file174},
  {"http-date/two-digit-year-70", file175, sizeof file175},
  {"http-date/wrong-day-name", file176, sizeof file176},
  {"http-date/year-0", file177, sizeof file177},
  {"http-head.dict", file178, sizeof file178},
  {"http-head/blanks-around-value", file179, sizeof file179},
  {"http-head/carriage-return-within", file180, sizeof file180},
  {"http-head/cut", file181, sizeof file181},
  {"http-head/folded", file182, sizeof file182},
  {"http-head/folded-behind-none", file183, sizeof file183},
  {"http-head/folded-blanks", file184, sizeof file184},
  {"http-head/folded-first", file185, sizeof file185},
  {"http-head/http-2", file186, sizeof file186},
  {"http-head/interim", file187, sizeof file187},
  {"http-head/latin-1", file188, sizeof file188},
  {"http-head/length-and-chunks", file189, sizeof file189},
  {"http-head/length-behind-an-empty-one", file190, sizeof file190},
  {"http-head/length-comma-alone", file191, sizeof file191},
  {"http-head/length-empty", file192, sizeof file192},
  {"http-head/length-no-number", file193, sizeof file193},
  {"http-head/length-of-two-numbers", file194, sizeof file194},
  {"http-head/length-signed", file195, sizeof file195},
  {"http-head/length-too-large", file196, sizeof file196},
  {"http-head/lengths-other", file197, sizeof file197},
  {"http-head/lengths-same", file198, sizeof file198},
  {"http-head/lengths-with-tab", file199, sizeof file199},
  {"http-head/line-feeds", file200, sizeof file200},
  {"http-head/no-head", file201, sizeof file201},
  {"http-head/no-token", file202, sizeof file202},
  {"http-head/not-modified", file203, sizeof file203},
  {"http-head/nul-in-value", file204, sizeof file204},
  {"http-head/ok", file205, sizeof file205},
  {"http-head/pseudo-field", file206, sizeof file206},
  {"http-head/reason-umlaut", file207, sizeof file207},
  {"http-head/same-field-twice", file208, sizeof file208},
  {"http-head/status-missing", file209, sizeof file209},
  {"http-head/status-no-number", file210, sizeof file210},
  {"http-head/status-signed", file211, sizeof file211},
  {"http-head/status-too-large", file212, sizeof file212},
  {"http-head/status-too-small", file213, sizeof file213},
  {"http-head/trailer", file214, sizeof file214},
  {"http-head/two-heads", file215, sizeof file215},
  {"http-request.dict", file216, sizeof file216},
  {"http-request/absolute-form", file217, sizeof file217},
  {"http-request/asterisk-form", file218, sizeof file218},
  {"http-request/authority-form", file219, sizeof file219},
  {"http-request/byte-order-mark", file220, sizeof file220},
  {"http-request/chunk-extension-blanks", file221, sizeof file221},
  {"http-request/chunk-extension-line-feed", file222, sizeof file222},
  {"http-request/chunk-extensions", file223, sizeof file223},
  {"http-request/chunk-line-feeds", file224, sizeof file224},
  {"http-request/chunk-size-0x", file225, sizeof file225},
  {"http-request/chunk-size-blank-after", file226, sizeof file226},
  {"http-request/chunk-size-blank-first", file227, sizeof file227},
  {"http-request/chunk-size-plus", file228, sizeof file228},
  {"http-request/chunk-size-too-large", file229, sizeof file229},
  {"http-request/chunk-without-line-end", file230, sizeof file230},
  {"http-request/chunks", file231, sizeof file231},
  {"http-request/chunks-without-empty-line", file232, sizeof file232},
  {"http-request/chunks-without-last", file233, sizeof file233},
  {"http-request/coding-and-length", file234, sizeof file234},
  {"http-request/coding-chunked-gzip", file235, sizeof file235},
  {"http-request/coding-gzip-chunked", file236, sizeof file236},
  {"http-request/coding-http-1-0", file237, sizeof file237},
  {"http-request/coding-identity", file238, sizeof file238},
  {"http-request/coding-tab", file239, sizeof file239},
  {"http-request/coding-twice", file240, sizeof file240},
  {"http-request/coding-upper-case", file241, sizeof file241},
  {"http-request/coding-vertical-tab", file242, sizeof file242},
  {"http-request/coding-xchunked", file243, sizeof file243},
  {"http-request/cut-before-empty-line", file244, sizeof file244},
  {"http-request/cut-in-request-line", file245, sizeof file245},
  {"http-request/empty", file246, 0},
  {"http-request/empty-line-first", file247, sizeof file247},
  {"http-request/field-blank-before-colon", file248, sizeof file248},
  {"http-request/field-blank-first", file249, sizeof file249},
  {"http-request/field-blanks-around", file250, sizeof file250},
  {"http-request/field-carriage-return", file251, sizeof file251},
  {"http-request/field-empty-name", file252, sizeof file252},
  {"http-request/field-folded", file253, sizeof file253},
  {"http-request/field-latin-1", file254, sizeof file254},
  {"http-request/field-name-utf-8", file255, sizeof file255},
  {"http-request/field-nul", file256, sizeof file256},
  {"http-request/field-without-colon", file257, sizeof file257},
  {"http-request/host-empty", file258, sizeof file258},
  {"http-request/host-missing", file259, sizeof file259},
  {"http-request/host-twice", file260, sizeof file260},
  {"http-request/host-with-blank", file261, sizeof file261},
  {"http-request/length", file262, sizeof file262},
  {"http-request/length-binary-body", file263, sizeof file263},
  {"http-request/length-cut", file264, sizeof file264},
  {"http-request/length-leading-zeros", file265, sizeof file265},
  {"http-request/length-list-different", file266, sizeof file266},
  {"http-request/length-list-same", file267, sizeof file267},
  {"http-request/length-negative", file268, sizeof file268},
  {"http-request/length-other-digits", file269, sizeof file269},
  {"http-request/length-plus", file270, sizeof file270},
  {"http-request/length-too-large", file271, sizeof file271},
  {"http-request/lengths-different", file272, sizeof file272},
  {"http-request/line-feeds", file273, sizeof file273},
  {"http-request/method-parenthesis", file274, sizeof file274},
  {"http-request/method-unknown", file275, sizeof file275},
  {"http-request/origin-form", file276, sizeof file276},
  {"http-request/request-line-of-3000", file277, sizeof file277},
  {"http-request/request-line-two-blanks", file278, sizeof file278},
  {"http-request/surplus", file279, sizeof file279},
  {"http-request/target-fragment", file280, sizeof file280},
  {"http-request/target-with-blank", file281, sizeof file281},
  {"http-request/trailers", file282, sizeof file282},
  {"http-request/trailers-framing", file283, sizeof file283},
  {"http-request/version-1-0", file284, sizeof file284},
  {"http-request/version-2-0", file285, sizeof file285},
  {"http-request/version-lower-case", file286, sizeof file286},
  {"json-lines.dict", file287, sizeof file287},
  {"json-lines/blank-lines", file288, sizeof file288},
  {"json-lines/byte-order-mark", file289, sizeof file289},
  {"json-lines/byte-order-mark-alone", file290, sizeof file290},
  {"json-lines/byte-order-mark-cut-short", file291, sizeof file291},
  {"json-lines/byte-order-mark-in-second-line", file292, sizeof file292},
  {"json-lines/byte-order-mark-twice", file293, sizeof file293},
  {"json-lines/crlf", file294, sizeof file294},
  {"json-lines/duplicate-key", file295, sizeof file295},
  {"json-lines/duplicate-key-refused", file296, sizeof file296},
  {"json-lines/empty-input", file297, 0},
  {"json-lines/error-behind-lone-cr", file298, sizeof file298},
  {"json-lines/error-behind-multibyte", file299, sizeof file299},
  {"json-lines/integer-with-zero-fraction", file300, sizeof file300},
  {"json-lines/integers", file301, sizeof file301},
  {"json-lines/integers-with-a-stranger", file302, sizeof file302},
  {"json-lines/invalid-utf-8", file303, sizeof file303},
  {"json-lines/last-line-unended", file304, sizeof file304},
  {"json-lines/lone-cr-is-data", file305, sizeof file305},
  {"json-lines/malformed-in-second-line", file306, sizeof file306},
  {"json-lines/nul", file307, sizeof file307},
  {"json-lines/record-over-two-lines", file308, sizeof file308},
  {"json-lines/text-with-combining-marks", file309, sizeof file309},
  {"json-lines/too-deep", file310, sizeof file310},
  {"json-lines/two-records", file311, sizeof file311},
  {"json-lines/two-records-in-a-line", file312, sizeof file312},
  {"json-sequence.dict", file313, sizeof file313},
  {"json-sequence/backslash-outside-of-strings", file314, sizeof file314},
  {"json-sequence/blank-at-end", file315, sizeof file315},
  {"json-sequence/blank-then-separator", file316, sizeof file316},
  {"json-sequence/brackets-that-do-not-match", file317, sizeof file317},
  {"json-sequence/byte-order-mark", file318, sizeof file318},
  {"json-sequence/byte-order-mark-first", file319, sizeof file319},
  {"json-sequence/container-then-text", file320, sizeof file320},
  {"json-sequence/container-then-text-then-record", file321, sizeof file321},
  {"json-sequence/container-then-white-space", file322, sizeof file322},
  {"json-sequence/container-without-line-feed", file323, sizeof file323},
  {"json-sequence/duplicate-key", file324, sizeof file324},
  {"json-sequence/empty-input", file325, 0},
  {"json-sequence/escaped-quotes", file326, sizeof file326},
  {"json-sequence/integers-and-a-stranger", file327, sizeof file327},
  {"json-sequence/lines-before-an-error", file328, sizeof file328},
  {"json-sequence/long-string-over-words", file329, sizeof file329},
  {"json-sequence/malformed", file330, sizeof file330},
  {"json-sequence/malformed-then-truncated", file331, sizeof file331},
  {"json-sequence/malformed-twice", file332, sizeof file332},
  {"json-sequence/missing-separator", file333, sizeof file333},
  {"json-sequence/missing-separator-behind-white-space", file334, sizeof file334},
  {"json-sequence/one-record", file335, sizeof file335},
  {"json-sequence/scalar-at-the-end", file336, sizeof file336},
  {"json-sequence/scalar-then-bracket", file337, sizeof file337},
  {"json-sequence/scalar-then-comma", file338, sizeof file338},
  {"json-sequence/scalar-then-comma-then-separator", file339, sizeof file339},
  {"json-sequence/scalar-without-white-space", file340, sizeof file340},
  {"json-sequence/separator-alone", file341, sizeof file341},
  {"json-sequence/separator-and-blank", file342, sizeof file342},
  {"json-sequence/separator-in-a-string", file343, sizeof file343},
  {"json-sequence/separators-in-a-row", file344, sizeof file344},
  {"json-sequence/several-records", file345, sizeof file345},
  {"json-sequence/too-deep", file346, sizeof file346},
  {"json-sequence/truncated-container", file347, sizeof file347},
  {"json-sequence/truncated-container-at-the-end", file348, sizeof file348},
  {"json-sequence/truncated-records", file349, sizeof file349},
  {"json-sequence/truncated-string", file350, sizeof file350},
  {"json.dict", file351, sizeof file351},
  {"json/array-empty", file352, sizeof file352},
  {"json/array-missing-comma", file353, sizeof file353},
  {"json/array-of-array", file354, sizeof file354},
  {"json/array-of-elements-of-each-kind", file355, sizeof file355},
  {"json/array-trailing-comma", file356, sizeof file356},
  {"json/array-unclosed", file357, sizeof file357},
  {"json/arrays-nested", file358, sizeof file358},
  {"json/byte-order-mark", file359, sizeof file359},
  {"json/byte-order-mark-cut-short", file360, sizeof file360},
  {"json/byte-order-mark-object", file361, sizeof file361},
  {"json/byte-order-mark-then-nul", file362, sizeof file362},
  {"json/byte-order-mark-twice", file363, sizeof file363},
  {"json/byte-order-mark-within", file364, sizeof file364},
  {"json/comment", file365, sizeof file365},
  {"json/decimal-digits", file366, sizeof file366},
  {"json/decimal-over-38-digits", file367, sizeof file367},
  {"json/depth-of-3", file368, sizeof file368},
  {"json/depth-of-4", file369, sizeof file369},
  {"json/depth-of-512", file370, sizeof file370},
  {"json/depth-of-513", file371, sizeof file371},
  {"json/depth-of-64", file372, sizeof file372},
  {"json/depth-of-65", file373, sizeof file373},
  {"json/double-half-way", file374, sizeof file374},
  {"json/double-half-way-long", file375, sizeof file375},
  {"json/double-huge-exponent", file376, sizeof file376},
  {"json/double-largest", file377, sizeof file377},
  {"json/double-long-digits", file378, sizeof file378},
  {"json/double-of-19-digits", file379, sizeof file379},
  {"json/double-overflow", file380, sizeof file380},
  {"json/double-overflow-by-exponent", file381, sizeof file381},
  {"json/double-smallest", file382, sizeof file382},
  {"json/double-subnormal-border", file383, sizeof file383},
  {"json/double-underflow", file384, sizeof file384},
  {"json/elements-cut", file385, sizeof file385},
  {"json/elements-of-growing-length", file386, sizeof file386},
  {"json/empty-input", file387, 0},
  {"json/empty-key-and-text", file388, sizeof file388},
  {"json/float-half-way", file389, sizeof file389},
  {"json/float-overflow", file390, sizeof file390},
  {"json/integer-128-bits", file391, sizeof file391},
  {"json/integer-by-exponent", file392, sizeof file392},
  {"json/integer-by-positive-exponent", file393, sizeof file393},
  {"json/integer-max", file394, sizeof file394},
  {"json/integer-min", file395, sizeof file395},
  {"json/integer-over-64-bits", file396, sizeof file396},
  {"json/integer-that-is-none", file397, sizeof file397},
  {"json/integer-with-zero-fraction", file398, sizeof file398},
  {"json/lines-of-three-kinds-before-an-error", file399, sizeof file399},
  {"json/list-of-bools", file400, sizeof file400},
  {"json/list-of-doubles", file401, sizeof file401},
  {"json/list-of-integers", file402, sizeof file402},
  {"json/list-of-mixed", file403, sizeof file403},
  {"json/list-of-nulls", file404, sizeof file404},
  {"json/list-of-texts", file405, sizeof file405},
  {"json/lists-of-lists", file406, sizeof file406},
  {"json/literal-cut-short", file407, sizeof file407},
  {"json/literal-with-more", file408, sizeof file408},
  {"json/literals-over-byte-64", file409, sizeof file409},
  {"json/minus-alone", file410, sizeof file410},
  {"json/nan", file411, sizeof file411},
  {"json/nul-after-space", file412, sizeof file412},
  {"json/nul-behind-document", file413, sizeof file413},
  {"json/nul-in-array", file414, sizeof file414},
  {"json/number-fraction-and-exponent", file415, sizeof file415},
  {"json/number-leading-zero", file416, sizeof file416},
  {"json/number-long", file417, sizeof file417},
  {"json/number-over-byte-64", file418, sizeof file418},
  {"json/number-over-byte-8", file419, sizeof file419},
  {"json/number-underflow", file420, sizeof file420},
  {"json/number-without-digits", file421, sizeof file421},
  {"json/number-without-exponent", file422, sizeof file422},
  {"json/number-without-fraction", file423, sizeof file423},
  {"json/object-closed-by-bracket", file424, sizeof file424},
  {"json/object-duplicate-key", file425, sizeof file425},
  {"json/object-duplicate-key-apart", file426, sizeof file426},
  {"json/object-duplicate-key-by-escape", file427, sizeof file427},
  {"json/object-duplicate-key-within-a-member", file428, sizeof file428},
  {"json/object-duplicate-keys-nested", file429, sizeof file429},
  {"json/object-empty", file430, sizeof file430},
  {"json/object-escaped-key", file431, sizeof file431},
  {"json/object-escaped-keys", file432, sizeof file432},
  {"json/object-key-no-string", file433, sizeof file433},
  {"json/object-key-with-nul", file434, sizeof file434},
  {"json/object-keys-with-one-accent", file435, sizeof file435},
  {"json/object-keys-with-one-accent-composed", file436, sizeof file436},
  {"json/object-members", file437, sizeof file437},
  {"json/object-of-escaped-keys", file438, sizeof file438},
  {"json/object-of-wide-keys", file439, sizeof file439},
  {"json/object-trailing-comma", file440, sizeof file440},
  {"json/object-unsorted-keys", file441, sizeof file441},
  {"json/object-wide", file442, sizeof file442},
  {"json/object-wide-duplicate-key", file443, sizeof file443},
  {"json/object-with-nulls", file444, sizeof file444},
  {"json/object-without-colon", file445, sizeof file445},
  {"json/objects-nested-with-duplicates", file446, sizeof file446},
  {"json/record", file447, sizeof file447},
  {"json/records", file448, sizeof file448},
  {"json/scalar-false", file449, sizeof file449},
  {"json/scalar-negative-zero", file450, sizeof file450},
  {"json/scalar-null", file451, sizeof file451},
  {"json/scalar-one", file452, sizeof file452},
  {"json/scalar-true", file453, sizeof file453},
  {"json/scalar-zero", file454, sizeof file454},
  {"json/single-quotes", file455, sizeof file455},
  {"json/slashes", file456, sizeof file456},
  {"json/string-above-the-last-scalar", file457, sizeof file457},
  {"json/string-backslashes-over-byte-64", file458, sizeof file458},
  {"json/string-control-character", file459, sizeof file459},
  {"json/string-control-character-1", file460, sizeof file460},
  {"json/string-control-character-at-byte-64", file461, sizeof file461},
  {"json/string-escape-cut-short", file462, sizeof file462},
  {"json/string-escape-not-hexadecimal", file463, sizeof file463},
  {"json/string-escape-over-byte-16", file464, sizeof file464},
  {"json/string-escape-over-byte-64", file465, sizeof file465},
  {"json/string-escape-over-byte-8", file466, sizeof file466},
  {"json/string-escaped-letter", file467, sizeof file467},
  {"json/string-escapes", file468, sizeof file468},
  {"json/string-high-surrogate-then-backslash-at-the-end", file469, sizeof file469},
  {"json/string-high-then-high", file470, sizeof file470},
  {"json/string-high-then-other-escape", file471, sizeof file471},
  {"json/string-invalid-utf-8", file472, sizeof file472},
  {"json/string-invalid-utf-8-at-byte-64", file473, sizeof file473},
  {"json/string-lone-high-surrogate", file474, sizeof file474},
  {"json/string-lone-low-surrogate", file475, sizeof file475},
  {"json/string-low-surrogate-at-the-end", file476, sizeof file476},
  {"json/string-multibyte-over-byte-16", file477, sizeof file477},
  {"json/string-multibyte-over-byte-64", file478, sizeof file478},
  {"json/string-odd-backslashes-over-byte-64", file479, sizeof file479},
  {"json/string-overlong", file480, sizeof file480},
  {"json/string-plain", file481, sizeof file481},
  {"json/string-quote-at-byte-15", file482, sizeof file482},
  {"json/string-quote-at-byte-63", file483, sizeof file483},
  {"json/string-quote-at-byte-64", file484, sizeof file484},
  {"json/string-quote-at-byte-7", file485, sizeof file485},
  {"json/string-surrogate-in-utf-8", file486, sizeof file486},
  {"json/string-surrogate-pair", file487, sizeof file487},
  {"json/string-surrogates-over-byte-64", file488, sizeof file488},
  {"json/string-two-three-four-bytes", file489, sizeof file489},
  {"json/string-unknown-escape", file490, sizeof file490},
  {"json/string-unterminated", file491, sizeof file491},
  {"json/string-utf-8-cut-short", file492, sizeof file492},
  {"json/trailing-bracket", file493, sizeof file493},
  {"json/trailing-characters", file494, sizeof file494},
  {"json/trailing-comma-behind-document", file495, sizeof file495},
  {"json/two-documents", file496, sizeof file496},
  {"json/unfinished-literal", file497, sizeof file497},
  {"json/unsigned-max", file498, sizeof file498},
  {"json/utf-16-big-endian", file499, sizeof file499},
  {"json/utf-16-big-endian-object", file500, sizeof file500},
  {"json/utf-16-little-endian", file501, sizeof file501},
  {"json/utf-16-mark", file502, sizeof file502},
  {"json/utf-32-big-endian", file503, sizeof file503},
  {"json/white-space-alone", file504, sizeof file504},
  {"json/white-space-of-all-kinds", file505, sizeof file505},
  {"json/white-space-over-byte-64", file506, sizeof file506},
  {"json/zero-with-exponent", file507, sizeof file507},
  {"json/zero-with-small-exponent", file508, sizeof file508},
  {"manifest.jsonl", file509, sizeof file509},
  {"media-type.dict", file510, sizeof file510},
  {"media-type/backslash-at-end", file511, sizeof file511},
  {"media-type/behind-quotes", file512, sizeof file512},
  {"media-type/beyond-latin-1", file513, sizeof file513},
  {"media-type/blank-before-equals", file514, sizeof file514},
  {"media-type/blanks-around", file515, sizeof file515},
  {"media-type/boundary", file516, sizeof file516},
  {"media-type/charset-not-closed", file517, sizeof file517},
  {"media-type/charset-twice", file518, sizeof file518},
  {"media-type/control-in-value", file519, sizeof file519},
  {"media-type/empty-subtype", file520, sizeof file520},
  {"media-type/empty-type", file521, sizeof file521},
  {"media-type/empty-value", file522, sizeof file522},
  {"media-type/escaped-quote", file523, sizeof file523},
  {"media-type/latin-1", file524, sizeof file524},
  {"media-type/many-semicolons", file525, sizeof file525},
  {"media-type/no-slash", file526, sizeof file526},
  {"media-type/no-value", file527, sizeof file527},
  {"media-type/parameter", file528, sizeof file528},
  {"media-type/quote-not-closed", file529, sizeof file529},
  {"media-type/quoted", file530, sizeof file530},
  {"media-type/range-all", file531, sizeof file531},
  {"media-type/range-any-suffix", file532, sizeof file532},
  {"media-type/range-star-plus", file533, sizeof file533},
  {"media-type/range-star-within", file534, sizeof file534},
  {"media-type/range-suffix", file535, sizeof file535},
  {"media-type/range-two-stars", file536, sizeof file536},
  {"media-type/range-type", file537, sizeof file537},
  {"media-type/range-type-star", file538, sizeof file538},
  {"media-type/range-with-parameter", file539, sizeof file539},
  {"media-type/same-name-twice", file540, sizeof file540},
  {"media-type/space-in-type", file541, sizeof file541},
  {"media-type/suffix", file542, sizeof file542},
  {"media-type/suffix-empty", file543, sizeof file543},
  {"media-type/suffix-two", file544, sizeof file544},
  {"media-type/tab-in-value", file545, sizeof file545},
  {"media-type/type-alone", file546, sizeof file546},
  {"media-type/upper-case", file547, sizeof file547},
  {"multipart.dict", file548, sizeof file548},
  {"multipart/bad-header-behind-part", file549, sizeof file549},
  {"multipart/bare-carriage-return", file550, sizeof file550},
  {"multipart/blank-before-boundary", file551, sizeof file551},
  {"multipart/blanks-behind-boundary", file552, sizeof file552},
  {"multipart/byte-order-mark-before-boundary", file553, sizeof file553},
  {"multipart/byte-range-and-length", file554, sizeof file554},
  {"multipart/byte-range-missing", file555, sizeof file555},
  {"multipart/byte-range-too-short", file556, sizeof file556},
  {"multipart/byte-ranges", file557, sizeof file557},
  {"multipart/byte-ranges-of-two-wholes", file558, sizeof file558},
  {"multipart/byte-ranges-of-unknown-whole", file559, sizeof file559},
  {"multipart/cut", file560, sizeof file560},
  {"multipart/cut-in-body", file561, sizeof file561},
  {"multipart/cut-in-closing-boundary", file562, sizeof file562},
  {"multipart/cut-in-headers", file563, sizeof file563},
  {"multipart/dashes-as-boundary", file564, sizeof file564},
  {"multipart/data", file565, sizeof file565},
  {"multipart/dense-boundaries", file566, sizeof file566},
  {"multipart/empty", file567, 0},
  {"multipart/empty-body", file568, sizeof file568},
  {"multipart/empty-body-shares-line-break", file569, sizeof file569},
  {"multipart/empty-file-name", file570, sizeof file570},
  {"multipart/escaped-name", file571, sizeof file571},
  {"multipart/escaped-quotes", file572, sizeof file572},
  {"multipart/extended-file-name-ignored", file573, sizeof file573},
  {"multipart/file-left-empty", file574, sizeof file574},
  {"multipart/first-boundary-without-dashes", file575, sizeof file575},
  {"multipart/folded-header", file576, sizeof file576},
  {"multipart/form", file577, sizeof file577},
  {"multipart/invalid-disposition", file578, sizeof file578},
  {"multipart/invalid-utf8", file579, sizeof file579},
  {"multipart/last-line-break-cut", file580, sizeof file580},
  {"multipart/length-exact", file581, sizeof file581},
  {"multipart/length-no-number", file582, sizeof file582},
  {"multipart/length-too-large", file583, sizeof file583},
  {"multipart/length-too-small", file584, sizeof file584},
  {"multipart/line-feed-before-boundary", file585, sizeof file585},
  {"multipart/line-feed-in-header", file586, sizeof file586},
  {"multipart/line-feed-in-preamble", file587, sizeof file587},
  {"multipart/line-feeds", file588, sizeof file588},
  {"multipart/long-body", file589, sizeof file589},
  {"multipart/look-alikes", file590, sizeof file590},
  {"multipart/many-files", file591, sizeof file591},
  {"multipart/many-line-breaks", file592, sizeof file592},
  {"multipart/missing-colon", file593, sizeof file593},
  {"multipart/missing-disposition", file594, sizeof file594},
  {"multipart/missing-name", file595, sizeof file595},
  {"multipart/mixed-invalid-file-name", file596, sizeof file596},
  {"multipart/mixed-parts", file597, sizeof file597},
  {"multipart/name-ends-in-backslash", file598, sizeof file598},
  {"multipart/name-not-closed", file599, sizeof file599},
  {"multipart/no-closing-boundary", file600, sizeof file600},
  {"multipart/no-token", file601, sizeof file601},
  {"multipart/nul-in-header", file602, sizeof file602},
  {"multipart/odd-boundary", file603, sizeof file603},
  {"multipart/other-disposition", file604, sizeof file604},
  {"multipart/preamble-and-epilogue", file605, sizeof file605},
  {"multipart/repeated-disposition", file606, sizeof file606},
  {"multipart/repeated-name", file607, sizeof file607},
  {"multipart/repeated-type", file608, sizeof file608},
  {"multipart/seventy-characters", file609, sizeof file609},
  {"multipart/space-in-boundary", file610, sizeof file610},
  {"multipart/text-and-near-boundary", file611, sizeof file611},
  {"multipart/text-not-utf8", file612, sizeof file612},
  {"multipart/transfer-encoding-base64", file613, sizeof file613},
  {"multipart/transfer-encoding-binary", file614, sizeof file614},
  {"multipart/two-parts", file615, sizeof file615},
  {"multipart/zero-parts", file616, sizeof file616},
  {"multipart/zero-parts-line-break", file617, sizeof file617},
  {"property-list-binary.dict", file618, sizeof file618},
  {"property-list-binary/all-kinds", file619, sizeof file619},
  {"property-list-binary/array-of-itself", file620, sizeof file620},
  {"property-list-binary/body-reaches-the-table", file621, sizeof file621},
  {"property-list-binary/bytes-between-table-and-trailer", file622, sizeof file622},
  {"property-list-binary/count-absurd", file623, sizeof file623},
  {"property-list-binary/count-absurd-of-pairs", file624, sizeof file624},
  {"property-list-binary/count-as-integer", file625, sizeof file625},
  {"property-list-binary/count-as-wide-integer", file626, sizeof file626},
  {"property-list-binary/count-cut-short", file627, sizeof file627},
  {"property-list-binary/count-negative", file628, sizeof file628},
  {"property-list-binary/count-no-integer", file629, sizeof file629},
  {"property-list-binary/count-of-16-bytes", file630, sizeof file630},
  {"property-list-binary/cycle-of-two", file631, sizeof file631},
  {"property-list-binary/date-far", file632, sizeof file632},
  {"property-list-binary/date-no-number", file633, sizeof file633},
  {"property-list-binary/date-of-4-bytes", file634, sizeof file634},
  {"property-list-binary/date-with-fraction", file635, sizeof file635},
  {"property-list-binary/deep", file636, sizeof file636},
  {"property-list-binary/depth-by-sharing", file637, sizeof file637},
  {"property-list-binary/depth-of-1", file638, sizeof file638},
  {"property-list-binary/depth-of-2", file639, sizeof file639},
  {"property-list-binary/depth-of-3", file640, sizeof file640},
  {"property-list-binary/dictionary", file641, sizeof file641},
  {"property-list-binary/dictionary-key-is-a-container", file642, sizeof file642},
  {"property-list-binary/dictionary-key-no-text", file643, sizeof file643},
  {"property-list-binary/dictionary-key-twice", file644, sizeof file644},
  {"property-list-binary/doubling", file645, sizeof file645},
  {"property-list-binary/doubling-seven-times", file646, sizeof file646},
  {"property-list-binary/empty-input", file647, sizeof file647},
  {"property-list-binary/expansion", file648, sizeof file648},
  {"property-list-binary/integer-of-16-bytes", file649, sizeof file649},
  {"property-list-binary/integer-of-16-bytes-negative", file650, sizeof file650},
  {"property-list-binary/integer-of-16-bytes-too-large", file651, sizeof file651},
  {"property-list-binary/integer-of-32-bytes", file652, sizeof file652},
  {"property-list-binary/integer-of-4-bytes-has-no-sign", file653, sizeof file653},
  {"property-list-binary/integer-of-8-bytes-negative", file654, sizeof file654},
  {"property-list-binary/long-text-and-data", file655, sizeof file655},
  {"property-list-binary/many-objects", file656, sizeof file656},
  {"property-list-binary/no-objects", file657, sizeof file657},
  {"property-list-binary/null-object", file658, sizeof file658},
  {"property-list-binary/object-count-above-int", file659, sizeof file659},
  {"property-list-binary/object-count-too-large", file660, sizeof file660},
  {"property-list-binary/objects-overlap", file661, sizeof file661},
  {"property-list-binary/offset-in-the-magic", file662, sizeof file662},
  {"property-list-binary/offset-in-the-table", file663, sizeof file663},
  {"property-list-binary/offset-size-0", file664, sizeof file664},
  {"property-list-binary/offsets-of-8-bytes", file665, sizeof file665},
  {"property-list-binary/real-nan", file666, sizeof file666},
  {"property-list-binary/real-of-2-bytes", file667, sizeof file667},
  {"property-list-binary/real-of-4-bytes", file668, sizeof file668},
  {"property-list-binary/reference-above-int", file669, sizeof file669},
  {"property-list-binary/reference-of-8-bytes", file670, sizeof file670},
  {"property-list-binary/reference-to-none", file671, sizeof file671},
  {"property-list-binary/root-outside", file672, sizeof file672},
  {"property-list-binary/root-second", file673, sizeof file673},
  {"property-list-binary/scalar-root", file674, sizeof file674},
  {"property-list-binary/set-object", file675, sizeof file675},
  {"property-list-binary/shared-object", file676, sizeof file676},
  {"property-list-binary/text-control-character", file677, sizeof file677},
  {"property-list-binary/text-not-ascii", file678, sizeof file678},
  {"property-list-binary/text-null", file679, sizeof file679},
  {"property-list-binary/text-referred-to-often", file680, sizeof file680},
  {"property-list-binary/text-utf-16", file681, sizeof file681},
  {"property-list-binary/text-utf-16-lone-surrogate", file682, sizeof file682},
  {"property-list-binary/text-utf-16-pair", file683, sizeof file683},
  {"property-list-binary/too-deep-in-a-member-that-is-dropped", file684, sizeof file684},
  {"property-list-binary/truncated", file685, sizeof file685},
  {"property-list-binary/uid-of-1-byte", file686, sizeof file686},
  {"property-list-binary/uid-of-16-bytes", file687, sizeof file687},
  {"property-list-binary/uid-over-64-bits", file688, sizeof file688},
  {"property-list-binary/unknown-kind", file689, sizeof file689},
  {"property-list-xml.dict", file690, sizeof file690},
  {"property-list-xml/attribute-unquoted", file691, sizeof file691},
  {"property-list-xml/attribute-without-value", file692, sizeof file692},
  {"property-list-xml/attributes", file693, sizeof file693},
  {"property-list-xml/boolean-with-text", file694, sizeof file694},
  {"property-list-xml/booleans", file695, sizeof file695},
  {"property-list-xml/bplist-as-xml", file696, sizeof file696},
  {"property-list-xml/closing-tag-of-another", file697, sizeof file697},
  {"property-list-xml/closing-tag-of-none", file698, sizeof file698},
  {"property-list-xml/comment-unclosed", file699, sizeof file699},
  {"property-list-xml/comments-and-instructions", file700, sizeof file700},
  {"property-list-xml/data", file701, sizeof file701},
  {"property-list-xml/data-empty", file702, sizeof file702},
  {"property-list-xml/data-long", file703, sizeof file703},
  {"property-list-xml/data-malformed", file704, sizeof file704},
  {"property-list-xml/data-padding-alone", file705, sizeof file705},
  {"property-list-xml/date", file706, sizeof file706},
  {"property-list-xml/date-before-1582", file707, sizeof file707},
  {"property-list-xml/date-by-offset-before-year-0", file708, sizeof file708},
  {"property-list-xml/date-leap-day", file709, sizeof file709},
  {"property-list-xml/date-no-such-day", file710, sizeof file710},
  {"property-list-xml/date-with-offset-and-fraction", file711, sizeof file711},
  {"property-list-xml/declaration-encoding-unquoted", file712, sizeof file712},
  {"property-list-xml/declaration-of-another-encoding", file713, sizeof file713},
  {"property-list-xml/declaration-unclosed", file714, sizeof file714},
  {"property-list-xml/declaration-utf-16-in-utf-8", file715, sizeof file715},
  {"property-list-xml/depth-of-1", file716, sizeof file716},
  {"property-list-xml/depth-of-2", file717, sizeof file717},
  {"property-list-xml/depth-of-3", file718, sizeof file718},
  {"property-list-xml/dictionaries-in-arrays", file719, sizeof file719},
  {"property-list-xml/dictionary", file720, sizeof file720},
  {"property-list-xml/dictionary-key-twice", file721, sizeof file721},
  {"property-list-xml/dictionary-key-without-value", file722, sizeof file722},
  {"property-list-xml/dictionary-keys-with-one-accent", file723, sizeof file723},
  {"property-list-xml/dictionary-two-keys", file724, sizeof file724},
  {"property-list-xml/dictionary-value-without-key", file725, sizeof file725},
  {"property-list-xml/document-type-unclosed", file726, sizeof file726},
  {"property-list-xml/document-type-with-quoted-bracket", file727, sizeof file727},
  {"property-list-xml/document-type-with-subset", file728, sizeof file728},
  {"property-list-xml/empty-input", file729, 0},
  {"property-list-xml/integer", file730, sizeof file730},
  {"property-list-xml/integer-empty", file731, sizeof file731},
  {"property-list-xml/integer-hexadecimal", file732, sizeof file732},
  {"property-list-xml/integer-too-large", file733, sizeof file733},
  {"property-list-xml/integer-two-signs", file734, sizeof file734},
  {"property-list-xml/key-in-array", file735, sizeof file735},
  {"property-list-xml/nested", file736, sizeof file736},
  {"property-list-xml/plist-empty", file737, sizeof file737},
  {"property-list-xml/plist-of-two-values", file738, sizeof file738},
  {"property-list-xml/plist-within-plist", file739, sizeof file739},
  {"property-list-xml/real", file740, sizeof file740},
  {"property-list-xml/real-malformed", file741, sizeof file741},
  {"property-list-xml/real-names", file742, sizeof file742},
  {"property-list-xml/real-negative-zero", file743, sizeof file743},
  {"property-list-xml/scalar", file744, sizeof file744},
  {"property-list-xml/string", file745, sizeof file745},
  {"property-list-xml/string-bare-ampersand", file746, sizeof file746},
  {"property-list-xml/string-cdata", file747, sizeof file747},
  {"property-list-xml/string-comment-within", file748, sizeof file748},
  {"property-list-xml/string-control-character", file749, sizeof file749},
  {"property-list-xml/string-element-within", file750, sizeof file750},
  {"property-list-xml/string-empty", file751, sizeof file751},
  {"property-list-xml/string-line-ends", file752, sizeof file752},
  {"property-list-xml/string-multibyte", file753, sizeof file753},
  {"property-list-xml/string-noncharacter", file754, sizeof file754},
  {"property-list-xml/string-null", file755, sizeof file755},
  {"property-list-xml/string-reference-to-nul", file756, sizeof file756},
  {"property-list-xml/string-reference-to-surrogate", file757, sizeof file757},
  {"property-list-xml/string-reference-too-large", file758, sizeof file758},
  {"property-list-xml/string-reference-without-digits", file759, sizeof file759},
  {"property-list-xml/string-references", file760, sizeof file760},
  {"property-list-xml/string-unknown-entity", file761, sizeof file761},
  {"property-list-xml/text-between-elements", file762, sizeof file762},
  {"property-list-xml/trailing-text", file763, sizeof file763},
  {"property-list-xml/truncated-in-a-tag", file764, sizeof file764},
  {"property-list-xml/truncated-in-an-attribute", file765, sizeof file765},
  {"property-list-xml/truncated-in-cdata", file766, sizeof file766},
  {"property-list-xml/truncated-in-text", file767, sizeof file767},
  {"property-list-xml/uid", file768, sizeof file768},
  {"property-list-xml/uid-negative", file769, sizeof file769},
  {"property-list-xml/uid-that-is-too-deep", file770, sizeof file770},
  {"property-list-xml/uid-with-another-member", file771, sizeof file771},
  {"property-list-xml/unknown-element", file772, sizeof file772},
  {"property-list-xml/utf-16-big-endian-without-mark", file773, sizeof file773},
  {"property-list-xml/utf-16-little-endian", file774, sizeof file774},
  {"property-list-xml/utf-16-lone-surrogate", file775, sizeof file775},
  {"property-list-xml/utf-16-odd-byte", file776, sizeof file776},
  {"property-list-xml/utf-32", file777, sizeof file777},
  {"property-list-xml/utf-8-invalid", file778, sizeof file778},
  {"property-list-xml/utf-8-mark", file779, sizeof file779},
  {"property-list-xml/white-space-everywhere", file780, sizeof file780},
  {"property-list-xml/whole-document", file781, sizeof file781},
  {"protobuf.dict", file782, sizeof file782},
  {"protobuf/byte-order-mark", file783, sizeof file783},
  {"protobuf/empty", file784, 0},
  {"protobuf/every-wire-type", file785, sizeof file785},
  {"protobuf/field-number-0", file786, sizeof file786},
  {"protobuf/field-number-0-length-delimited", file787, sizeof file787},
  {"protobuf/field-number-above-29-bits", file788, sizeof file788},
  {"protobuf/field-number-above-29-bits-wraps-to-1", file789, sizeof file789},
  {"protobuf/field-number-largest", file790, sizeof file790},
  {"protobuf/field-number-reserved", file791, sizeof file791},
  {"protobuf/field-twice", file792, sizeof file792},
  {"protobuf/field-with-two-wire-types", file793, sizeof file793},
  {"protobuf/fields-in-any-order", file794, sizeof file794},
  {"protobuf/group", file795, sizeof file795},
  {"protobuf/group-empty", file796, sizeof file796},
  {"protobuf/group-end-alone", file797, sizeof file797},
  {"protobuf/group-end-in-bytes", file798, sizeof file798},
  {"protobuf/group-end-in-len", file799, sizeof file799},
  {"protobuf/group-end-of-another", file800, sizeof file800},
  {"protobuf/group-not-closed", file801, sizeof file801},
  {"protobuf/group-number-0", file802, sizeof file802},
  {"protobuf/groups-1000-levels", file803, sizeof file803},
  {"protobuf/groups-50-levels", file804, sizeof file804},
  {"protobuf/groups-crossed", file805, sizeof file805},
  {"protobuf/groups-not-closed-1000-levels", file806, sizeof file806},
  {"protobuf/grpc-prefix", file807, sizeof file807},
  {"protobuf/i32", file808, sizeof file808},
  {"protobuf/i32-cut-short", file809, sizeof file809},
  {"protobuf/i64", file810, sizeof file810},
  {"protobuf/i64-cut-short", file811, sizeof file811},
  {"protobuf/i64-missing", file812, sizeof file812},
  {"protobuf/json", file813, sizeof file813},
  {"protobuf/len", file814, sizeof file814},
  {"protobuf/len-beyond-end", file815, sizeof file815},
  {"protobuf/len-cut-short", file816, sizeof file816},
  {"protobuf/len-empty", file817, sizeof file817},
  {"protobuf/len-largest-signed", file818, sizeof file818},
  {"protobuf/len-message", file819, sizeof file819},
  {"protobuf/len-messages-64-levels", file820, sizeof file820},
  {"protobuf/len-missing", file821, sizeof file821},
  {"protobuf/len-not-utf-8", file822, sizeof file822},
  {"protobuf/len-padded", file823, sizeof file823},
  {"protobuf/len-two-bytes", file824, sizeof file824},
  {"protobuf/len-two-to-the-31", file825, sizeof file825},
  {"protobuf/len-two-to-the-32-and-1", file826, sizeof file826},
  {"protobuf/len-two-to-the-63", file827, sizeof file827},
  {"protobuf/packed", file828, sizeof file828},
  {"protobuf/repeated-and-packed", file829, sizeof file829},
  {"protobuf/tag-cut-short", file830, sizeof file830},
  {"protobuf/tag-eleven-bytes", file831, sizeof file831},
  {"protobuf/tag-padded", file832, sizeof file832},
  {"protobuf/tag-padded-to-five-bytes", file833, sizeof file833},
  {"protobuf/tag-padded-to-six-bytes", file834, sizeof file834},
  {"protobuf/text", file835, sizeof file835},
  {"protobuf/varint-above-64-bits", file836, sizeof file836},
  {"protobuf/varint-cut-short", file837, sizeof file837},
  {"protobuf/varint-eleven-bytes", file838, sizeof file838},
  {"protobuf/varint-eleven-bytes-padded", file839, sizeof file839},
  {"protobuf/varint-endless", file840, sizeof file840},
  {"protobuf/varint-five-bytes", file841, sizeof file841},
  {"protobuf/varint-largest", file842, sizeof file842},
  {"protobuf/varint-missing", file843, sizeof file843},
  {"protobuf/varint-one-byte", file844, sizeof file844},
  {"protobuf/varint-padded", file845, sizeof file845},
  {"protobuf/varint-padded-to-ten-bytes", file846, sizeof file846},
  {"protobuf/varint-ten-bytes", file847, sizeof file847},
  {"protobuf/varint-two-bytes", file848, sizeof file848},
  {"protobuf/varint-zero", file849, sizeof file849},
  {"protobuf/wire-type-6", file850, sizeof file850},
  {"protobuf/wire-type-7", file851, sizeof file851},
  {"protobuf/zero-after-message", file852, sizeof file852},
  {"query.dict", file853, sizeof file853},
  {"query/array-of-arrays", file854, sizeof file854},
  {"query/array-of-objects", file855, sizeof file855},
  {"query/brackets", file856, sizeof file856},
  {"query/combining-marks", file857, sizeof file857},
  {"query/comma", file858, sizeof file858},
  {"query/dots", file859, sizeof file859},
  {"query/empty-bracket-first", file860, sizeof file860},
  {"query/equals-in-value", file861, sizeof file861},
  {"query/escaped-brackets", file862, sizeof file862},
  {"query/indexed", file863, sizeof file863},
  {"query/indexed-huge", file864, sizeof file864},
  {"query/indexed-with-gap", file865, sizeof file865},
  {"query/link", file866, sizeof file866},
  {"query/name-alone", file867, sizeof file867},
  {"query/nested", file868, sizeof file868},
  {"query/nested-deep", file869, sizeof file869},
  {"query/nested-deep-arrays", file870, sizeof file870},
  {"query/nils-bare", file871, sizeof file871},
  {"query/nils-empty", file872, sizeof file872},
  {"query/not-utf8", file873, sizeof file873},
  {"query/not-utf8-after-text", file874, sizeof file874},
  {"query/not-utf8-unescaped", file875, sizeof file875},
  {"query/nothing", file876, 0},
  {"query/open-bracket", file877, sizeof file877},
  {"query/overlong", file878, sizeof file878},
  {"query/pairs", file879, sizeof file879},
  {"query/percent-alone", file880, sizeof file880},
  {"query/percent-at-end", file881, sizeof file881},
  {"query/percent-not-hexadecimal", file882, sizeof file882},
  {"query/plus-is-plus", file883, sizeof file883},
  {"query/plus-is-space", file884, sizeof file884},
  {"query/plus-number", file885, sizeof file885},
  {"query/repeated", file886, sizeof file886},
  {"query/separators-alone", file887, sizeof file887},
  {"query/surrogate", file888, sizeof file888},
  {"query/umlauts", file889, sizeof file889},
  {"raw-deflate.dict", file890, sizeof file890},
  {"raw-deflate/bad-code-lengths", file891, sizeof file891},
  {"raw-deflate/distance-back", file892, sizeof file892},
  {"raw-deflate/distance-too-far", file893, sizeof file893},
  {"raw-deflate/dynamic-codes", file894, sizeof file894},
  {"raw-deflate/empty", file895, sizeof file895},
  {"raw-deflate/empty-then-zero", file896, sizeof file896},
  {"raw-deflate/huffman-alone", file897, sizeof file897},
  {"raw-deflate/no-code-length-codes", file898, sizeof file898},
  {"raw-deflate/no-end-of-block", file899, sizeof file899},
  {"raw-deflate/nothing", file900, 0},
  {"raw-deflate/reserved-block", file901, sizeof file901},
  {"raw-deflate/runs", file902, sizeof file902},
  {"raw-deflate/stored-length-wrong", file903, sizeof file903},
  {"raw-deflate/text", file904, sizeof file904},
  {"raw-deflate/then-garbage", file905, sizeof file905},
  {"server-sent-events.dict", file906, sizeof file906},
  {"server-sent-events/blank-lines-only", file907, sizeof file907},
  {"server-sent-events/byte-order-mark", file908, sizeof file908},
  {"server-sent-events/byte-order-mark-alone", file909, sizeof file909},
  {"server-sent-events/byte-order-mark-cut-short", file910, sizeof file910},
  {"server-sent-events/byte-order-mark-twice", file911, sizeof file911},
  {"server-sent-events/colon-alone", file912, sizeof file912},
  {"server-sent-events/combining-marks", file913, sizeof file913},
  {"server-sent-events/comments", file914, sizeof file914},
  {"server-sent-events/cr-cr-lf", file915, sizeof file915},
  {"server-sent-events/data-without-colon", file916, sizeof file916},
  {"server-sent-events/empty-input", file917, 0},
  {"server-sent-events/event-name", file918, sizeof file918},
  {"server-sent-events/half-a-byte-order-mark", file919, sizeof file919},
  {"server-sent-events/half-a-byte-order-mark-counts-for-the-offset", file920, sizeof file920},
  {"server-sent-events/id-lasts", file921, sizeof file921},
  {"server-sent-events/id-with-nul", file922, sizeof file922},
  {"server-sent-events/id-without-data", file923, sizeof file923},
  {"server-sent-events/invalid-utf-8", file924, sizeof file924},
  {"server-sent-events/leading-spaces", file925, sizeof file925},
  {"server-sent-events/lf-cr", file926, sizeof file926},
  {"server-sent-events/line-ends-of-three-kinds", file927, sizeof file927},
  {"server-sent-events/nul-in-data", file928, sizeof file928},
  {"server-sent-events/retry", file929, sizeof file929},
  {"server-sent-events/retry-empty", file930, sizeof file930},
  {"server-sent-events/retry-too-large", file931, sizeof file931},
  {"server-sent-events/retry-with-sign", file932, sizeof file932},
  {"server-sent-events/single-event", file933, sizeof file933},
  {"server-sent-events/two-data-lines", file934, sizeof file934},
  {"server-sent-events/unended-event", file935, sizeof file935},
  {"server-sent-events/unended-line", file936, sizeof file936},
  {"server-sent-events/unknown-field", file937, sizeof file937},
  {"set-cookie.dict", file938, sizeof file938},
  {"set-cookie/attribute-blanks", file939, sizeof file939},
  {"set-cookie/attribute-unknown", file940, sizeof file940},
  {"set-cookie/attributes", file941, sizeof file941},
  {"set-cookie/domain-dot", file942, sizeof file942},
  {"set-cookie/domain-empty", file943, sizeof file943},
  {"set-cookie/domain-twice", file944, sizeof file944},
  {"set-cookie/domain-upper-case", file945, sizeof file945},
  {"set-cookie/empty", file946, 0},
  {"set-cookie/expires", file947, sizeof file947},
  {"set-cookie/expires-hyphens", file948, sizeof file948},
  {"set-cookie/expires-malformed", file949, sizeof file949},
  {"set-cookie/expires-no-such-day", file950, sizeof file950},
  {"set-cookie/expires-order", file951, sizeof file951},
  {"set-cookie/expires-past", file952, sizeof file952},
  {"set-cookie/expires-two-digits", file953, sizeof file953},
  {"set-cookie/expires-year-1600", file954, sizeof file954},
  {"set-cookie/max-age", file955, sizeof file955},
  {"set-cookie/max-age-before-expires", file956, sizeof file956},
  {"set-cookie/max-age-huge", file957, sizeof file957},
  {"set-cookie/max-age-letters", file958, sizeof file958},
  {"set-cookie/max-age-negative", file959, sizeof file959},
  {"set-cookie/max-age-plus", file960, sizeof file960},
  {"set-cookie/max-age-zero", file961, sizeof file961},
  {"set-cookie/name-alone", file962, sizeof file962},
  {"set-cookie/name-blanks", file963, sizeof file963},
  {"set-cookie/name-case", file964, sizeof file964},
  {"set-cookie/name-empty", file965, sizeof file965},
  {"set-cookie/name-host-prefix", file966, sizeof file966},
  {"set-cookie/name-no-token", file967, sizeof file967},
  {"set-cookie/name-secure-prefix", file968, sizeof file968},
  {"set-cookie/pair", file969, sizeof file969},
  {"set-cookie/path-empty", file970, sizeof file970},
  {"set-cookie/path-relative", file971, sizeof file971},
  {"set-cookie/same-site", file972, sizeof file972},
  {"set-cookie/secure-with-value", file973, sizeof file973},
  {"set-cookie/semicolon-alone", file974, sizeof file974},
  {"set-cookie/semicolon-first", file975, sizeof file975},
  {"set-cookie/semicolons", file976, sizeof file976},
  {"set-cookie/value-blanks", file977, sizeof file977},
  {"set-cookie/value-comma", file978, sizeof file978},
  {"set-cookie/value-control", file979, sizeof file979},
  {"set-cookie/value-empty", file980, sizeof file980},
  {"set-cookie/value-long", file981, sizeof file981},
  {"set-cookie/value-nul", file982, sizeof file982},
  {"set-cookie/value-percent", file983, sizeof file983},
  {"set-cookie/value-quoted", file984, sizeof file984},
  {"set-cookie/value-quoted-semicolon", file985, sizeof file985},
  {"set-cookie/value-tab", file986, sizeof file986},
  {"set-cookie/value-too-long", file987, sizeof file987},
  {"set-cookie/value-umlaut", file988, sizeof file988},
  {"set-cookie/value-with-equals", file989, sizeof file989},
  {"structured-field.dict", file990, sizeof file990},
  {"structured-field/boolean-false", file991, sizeof file991},
  {"structured-field/boolean-two", file992, sizeof file992},
  {"structured-field/bytes", file993, sizeof file993},
  {"structured-field/bytes-line-feed", file994, sizeof file994},
  {"structured-field/bytes-of-one-digit", file995, sizeof file995},
  {"structured-field/bytes-pad-bits", file996, sizeof file996},
  {"structured-field/bytes-padded", file997, sizeof file997},
  {"structured-field/bytes-padding-within", file998, sizeof file998},
  {"structured-field/bytes-unterminated", file999, sizeof file999},
  {"structured-field/bytes-without-padding", file1000, sizeof file1000},
  {"structured-field/date", file1001, sizeof file1001},
  {"structured-field/date-beyond-year-9999", file1002, sizeof file1002},
  {"structured-field/date-decimal", file1003, sizeof file1003},
  {"structured-field/date-year-9999", file1004, sizeof file1004},
  {"structured-field/decimal-ends-in-point", file1005, sizeof file1005},
  {"structured-field/decimal-largest", file1006, sizeof file1006},
  {"structured-field/decimal-of-13-digits", file1007, sizeof file1007},
  {"structured-field/decimal-of-4-fraction-digits", file1008, sizeof file1008},
  {"structured-field/decimal-smallest-fraction", file1009, sizeof file1009},
  {"structured-field/dictionary", file1010, sizeof file1010},
  {"structured-field/dictionary-blank-after-equals", file1011, sizeof file1011},
  {"structured-field/dictionary-empty", file1012, sizeof file1012},
  {"structured-field/dictionary-key-twice", file1013, sizeof file1013},
  {"structured-field/dictionary-key-underscore-first", file1014, sizeof file1014},
  {"structured-field/dictionary-keys-alone", file1015, sizeof file1015},
  {"structured-field/dictionary-semicolon", file1016, sizeof file1016},
  {"structured-field/dictionary-trailing-comma", file1017, sizeof file1017},
  {"structured-field/display-string", file1018, sizeof file1018},
  {"structured-field/display-string-not-utf-8", file1019, sizeof file1019},
  {"structured-field/display-string-overlong", file1020, sizeof file1020},
  {"structured-field/display-string-surrogate", file1021, sizeof file1021},
  {"structured-field/display-string-upper-case", file1022, sizeof file1022},
  {"structured-field/inner-list", file1023, sizeof file1023},
  {"structured-field/inner-list-comma", file1024, sizeof file1024},
  {"structured-field/inner-list-of-64-levels", file1025, sizeof file1025},
  {"structured-field/inner-list-tab", file1026, sizeof file1026},
  {"structured-field/inner-list-unterminated", file1027, sizeof file1027},
  {"structured-field/integer-largest", file1028, sizeof file1028},
  {"structured-field/integer-leading-zeros", file1029, sizeof file1029},
  {"structured-field/integer-of-16-digits", file1030, sizeof file1030},
  {"structured-field/integer-plus", file1031, sizeof file1031},
  {"structured-field/integer-smallest", file1032, sizeof file1032},
  {"structured-field/integer-zeros-and-16-digits", file1033, sizeof file1033},
  {"structured-field/item-blanks-around", file1034, sizeof file1034},
  {"structured-field/item-byte-order-mark", file1035, sizeof file1035},
  {"structured-field/item-empty", file1036, sizeof file1036},
  {"structured-field/item-inner-list", file1037, sizeof file1037},
  {"structured-field/item-tab-before", file1038, sizeof file1038},
  {"structured-field/list", file1039, sizeof file1039},
  {"structured-field/list-empty", file1040, sizeof file1040},
  {"structured-field/list-empty-member", file1041, sizeof file1041},
  {"structured-field/list-tabs", file1042, sizeof file1042},
  {"structured-field/list-trailing-comma", file1043, sizeof file1043},
  {"structured-field/parameter-blank-before-semicolon", file1044, sizeof file1044},
  {"structured-field/parameter-inner-list", file1045, sizeof file1045},
  {"structured-field/parameter-tab-after-semicolon", file1046, sizeof file1046},
  {"structured-field/parameter-twice", file1047, sizeof file1047},
  {"structured-field/parameter-upper-case", file1048, sizeof file1048},
  {"structured-field/parameter-without-name", file1049, sizeof file1049},
  {"structured-field/parameters", file1050, sizeof file1050},
  {"structured-field/string", file1051, sizeof file1051},
  {"structured-field/string-escapes", file1052, sizeof file1052},
  {"structured-field/string-nul", file1053, sizeof file1053},
  {"structured-field/string-of-1024", file1054, sizeof file1054},
  {"structured-field/string-other-escape", file1055, sizeof file1055},
  {"structured-field/string-tab", file1056, sizeof file1056},
  {"structured-field/string-unterminated", file1057, sizeof file1057},
  {"structured-field/string-utf-8", file1058, sizeof file1058},
  {"structured-field/token-all-characters", file1059, sizeof file1059},
  {"structured-field/token-underscore-first", file1060, sizeof file1060},
  {"toml.dict", file1061, sizeof file1061},
  {"toml/array-comma-missing", file1062, sizeof file1062},
  {"toml/array-not-closed", file1063, sizeof file1063},
  {"toml/array-of-tables-after-its-child", file1064, sizeof file1064},
  {"toml/array-of-tables-over-array", file1065, sizeof file1065},
  {"toml/array-of-tables-over-table", file1066, sizeof file1066},
  {"toml/arrays", file1067, sizeof file1067},
  {"toml/arrays-1500-levels", file1068, sizeof file1068},
  {"toml/arrays-64-levels", file1069, sizeof file1069},
  {"toml/boolean-upper-case", file1070, sizeof file1070},
  {"toml/byte-order-mark", file1071, sizeof file1071},
  {"toml/carriage-return-alone", file1072, sizeof file1072},
  {"toml/carriage-return-in-comment", file1073, sizeof file1073},
  {"toml/comment-delete", file1074, sizeof file1074},
  {"toml/comments", file1075, sizeof file1075},
  {"toml/date-no-leap-day", file1076, sizeof file1076},
  {"toml/dates-and-times", file1077, sizeof file1077},
  {"toml/dotted-key-into-table", file1078, sizeof file1078},
  {"toml/empty", file1079, 0},
  {"toml/float-without-fraction", file1080, sizeof file1080},
  {"toml/float-without-integer", file1081, sizeof file1081},
  {"toml/floats", file1082, sizeof file1082},
  {"toml/floats-special", file1083, sizeof file1083},
  {"toml/inline-table-comma-at-end", file1084, sizeof file1084},
  {"toml/inline-table-extended-by-header", file1085, sizeof file1085},
  {"toml/inline-table-extended-by-key", file1086, sizeof file1086},
  {"toml/inline-table-key-twice", file1087, sizeof file1087},
  {"toml/inline-table-line-break", file1088, sizeof file1088},
  {"toml/inline-table-over-dotted-key", file1089, sizeof file1089},
  {"toml/inline-tables", file1090, sizeof file1090},
  {"toml/integer-above-64-bits", file1091, sizeof file1091},
  {"toml/integer-leading-zero", file1092, sizeof file1092},
  {"toml/integer-limits", file1093, sizeof file1093},
  {"toml/integer-prefix-with-sign", file1094, sizeof file1094},
  {"toml/integer-underscore-at-end", file1095, sizeof file1095},
  {"toml/integers", file1096, sizeof file1096},
  {"toml/key-dotted-into-value", file1097, sizeof file1097},
  {"toml/key-not-ascii", file1098, sizeof file1098},
  {"toml/key-twice", file1099, sizeof file1099},
  {"toml/key-twice-quoted", file1100, sizeof file1100},
  {"toml/keys-bare", file1101, sizeof file1101},
  {"toml/keys-dotted", file1102, sizeof file1102},
  {"toml/keys-quoted", file1103, sizeof file1103},
  {"toml/latin-1", file1104, sizeof file1104},
  {"toml/line-breaks-crlf", file1105, sizeof file1105},
  {"toml/no-break-space", file1106, sizeof file1106},
  {"toml/pairs-on-one-line", file1107, sizeof file1107},
  {"toml/string-escape-above-unicode", file1108, sizeof file1108},
  {"toml/string-escape-surrogates", file1109, sizeof file1109},
  {"toml/string-escape-unknown", file1110, sizeof file1110},
  {"toml/string-escapes", file1111, sizeof file1111},
  {"toml/string-escapes-of-1-1", file1112, sizeof file1112},
  {"toml/string-literal-nul", file1113, sizeof file1113},
  {"toml/string-multi-line", file1114, sizeof file1114},
  {"toml/string-multi-line-not-closed", file1115, sizeof file1115},
  {"toml/string-multi-line-quotes", file1116, sizeof file1116},
  {"toml/string-multi-line-quotes-three", file1117, sizeof file1117},
  {"toml/string-not-closed", file1118, sizeof file1118},
  {"toml/strings-literal", file1119, sizeof file1119},
  {"toml/table-header-64-levels", file1120, sizeof file1120},
  {"toml/table-in-dotted-table", file1121, sizeof file1121},
  {"toml/table-over-array-of-tables", file1122, sizeof file1122},
  {"toml/table-over-dotted-table", file1123, sizeof file1123},
  {"toml/table-twice", file1124, sizeof file1124},
  {"toml/tables", file1125, sizeof file1125},
  {"toml/tables-in-arrays", file1126, sizeof file1126},
  {"toml/time-leap-second", file1127, sizeof file1127},
  {"toml/time-second-61", file1128, sizeof file1128},
  {"toml/time-with-offset", file1129, sizeof file1129},
  {"toml/time-without-seconds", file1130, sizeof file1130},
  {"toml/value-missing", file1131, sizeof file1131},
  {"url.dict", file1132, sizeof file1132},
  {"url/backslash-in-authority", file1133, sizeof file1133},
  {"url/backslashes", file1134, sizeof file1134},
  {"url/blanks-around", file1135, sizeof file1135},
  {"url/data", file1136, sizeof file1136},
  {"url/dot-segments", file1137, sizeof file1137},
  {"url/dot-segments-escaped", file1138, sizeof file1138},
  {"url/empty", file1139, 0},
  {"url/empty-segments", file1140, sizeof file1140},
  {"url/file", file1141, sizeof file1141},
  {"url/file-drive", file1142, sizeof file1142},
  {"url/fragment", file1143, sizeof file1143},
  {"url/fragment-number-sign", file1144, sizeof file1144},
  {"url/host-empty", file1145, sizeof file1145},
  {"url/host-percent", file1146, sizeof file1146},
  {"url/host-percent-slash", file1147, sizeof file1147},
  {"url/host-punycode", file1148, sizeof file1148},
  {"url/host-space", file1149, sizeof file1149},
  {"url/host-umlaut", file1150, sizeof file1150},
  {"url/host-underscore", file1151, sizeof file1151},
  {"url/host-upper-case", file1152, sizeof file1152},
  {"url/http", file1153, sizeof file1153},
  {"url/http-without-path", file1154, sizeof file1154},
  {"url/ip-future", file1155, sizeof file1155},
  {"url/ipv4", file1156, sizeof file1156},
  {"url/ipv4-ends-with-dot", file1157, sizeof file1157},
  {"url/ipv4-five-numbers", file1158, sizeof file1158},
  {"url/ipv4-hexadecimal", file1159, sizeof file1159},
  {"url/ipv4-octal", file1160, sizeof file1160},
  {"url/ipv4-one-number", file1161, sizeof file1161},
  {"url/ipv4-too-large", file1162, sizeof file1162},
  {"url/ipv6", file1163, sizeof file1163},
  {"url/ipv6-ipv4", file1164, sizeof file1164},
  {"url/ipv6-nine-groups", file1165, sizeof file1165},
  {"url/ipv6-not-closed", file1166, sizeof file1166},
  {"url/ipv6-port", file1167, sizeof file1167},
  {"url/ipv6-two-gaps", file1168, sizeof file1168},
  {"url/ipv6-without-brackets", file1169, sizeof file1169},
  {"url/ipv6-zone", file1170, sizeof file1170},
  {"url/ipv6-zone-bare", file1171, sizeof file1171},
  {"url/javascript", file1172, sizeof file1172},
  {"url/line-feed", file1173, sizeof file1173},
  {"url/mailto", file1174, sizeof file1174},
  {"url/no-scheme", file1175, sizeof file1175},
  {"url/nul", file1176, sizeof file1176},
  {"url/path-colon", file1177, sizeof file1177},
  {"url/path-space", file1178, sizeof file1178},
  {"url/path-umlaut", file1179, sizeof file1179},
  {"url/percent", file1180, sizeof file1180},
  {"url/percent-alone", file1181, sizeof file1181},
  {"url/percent-not-hexadecimal", file1182, sizeof file1182},
  {"url/percent-nul", file1183, sizeof file1183},
  {"url/port", file1184, sizeof file1184},
  {"url/port-default", file1185, sizeof file1185},
  {"url/port-empty", file1186, sizeof file1186},
  {"url/port-leading-zeros", file1187, sizeof file1187},
  {"url/port-not-a-number", file1188, sizeof file1188},
  {"url/port-too-large", file1189, sizeof file1189},
  {"url/query", file1190, sizeof file1190},
  {"url/query-empty", file1191, sizeof file1191},
  {"url/query-in-fragment", file1192, sizeof file1192},
  {"url/query-question-mark", file1193, sizeof file1193},
  {"url/relative", file1194, sizeof file1194},
  {"url/scheme-alone", file1195, sizeof file1195},
  {"url/scheme-digit-first", file1196, sizeof file1196},
  {"url/urn", file1197, sizeof file1197},
  {"url/user-info", file1198, sizeof file1198},
  {"url/user-info-empty", file1199, sizeof file1199},
  {"url/user-info-looks-like-host", file1200, sizeof file1200},
  {"url/user-info-two-at-signs", file1201, sizeof file1201},
  {"websocket.dict", file1202, sizeof file1202},
  {"websocket/binary", file1203, sizeof file1203},
  {"websocket/binary-within-text", file1204, sizeof file1204},
  {"websocket/close-1000", file1205, sizeof file1205},
  {"websocket/close-1004", file1206, sizeof file1206},
  {"websocket/close-1005", file1207, sizeof file1207},
  {"websocket/close-1006", file1208, sizeof file1208},
  {"websocket/close-1015", file1209, sizeof file1209},
  {"websocket/close-2999", file1210, sizeof file1210},
  {"websocket/close-3000", file1211, sizeof file1211},
  {"websocket/close-4999", file1212, sizeof file1212},
  {"websocket/close-5000", file1213, sizeof file1213},
  {"websocket/close-999", file1214, sizeof file1214},
  {"websocket/close-empty", file1215, sizeof file1215},
  {"websocket/close-of-126", file1216, sizeof file1216},
  {"websocket/close-of-one-byte", file1217, sizeof file1217},
  {"websocket/close-reason-not-utf-8", file1218, sizeof file1218},
  {"websocket/close-then-invalid", file1219, sizeof file1219},
  {"websocket/close-then-message", file1220, sizeof file1220},
  {"websocket/close-within-message", file1221, sizeof file1221},
  {"websocket/continuation-after-message", file1222, sizeof file1222},
  {"websocket/continuation-alone", file1223, sizeof file1223},
  {"websocket/continuation-not-final", file1224, sizeof file1224},
  {"websocket/cut-after-first-byte", file1225, sizeof file1225},
  {"websocket/cut-in-length", file1226, sizeof file1226},
  {"websocket/cut-in-mask", file1227, sizeof file1227},
  {"websocket/cut-in-payload", file1228, sizeof file1228},
  {"websocket/fragments", file1229, sizeof file1229},
  {"websocket/fragments-64", file1230, sizeof file1230},
  {"websocket/fragments-empty", file1231, sizeof file1231},
  {"websocket/fragments-unfinished", file1232, sizeof file1232},
  {"websocket/fragments-with-ping", file1233, sizeof file1233},
  {"websocket/http-request", file1234, sizeof file1234},
  {"websocket/length-125", file1235, sizeof file1235},
  {"websocket/length-125-in-16-bits", file1236, sizeof file1236},
  {"websocket/length-126", file1237, sizeof file1237},
  {"websocket/length-126-in-64-bits", file1238, sizeof file1238},
  {"websocket/length-largest", file1239, sizeof file1239},
  {"websocket/length-most-significant-bit", file1240, sizeof file1240},
  {"websocket/mask-of-zeros", file1241, sizeof file1241},
  {"websocket/no-frames", file1242, 0},
  {"websocket/not-masked", file1243, sizeof file1243},
  {"websocket/not-masked-second", file1244, sizeof file1244},
  {"websocket/opcode-11", file1245, sizeof file1245},
  {"websocket/opcode-15", file1246, sizeof file1246},
  {"websocket/opcode-3", file1247, sizeof file1247},
  {"websocket/opcode-7", file1248, sizeof file1248},
  {"websocket/ping-empty", file1249, sizeof file1249},
  {"websocket/ping-not-final", file1250, sizeof file1250},
  {"websocket/ping-of-125", file1251, sizeof file1251},
  {"websocket/ping-of-126", file1252, sizeof file1252},
  {"websocket/pong-unsolicited", file1253, sizeof file1253},
  {"websocket/reserved-bit-1", file1254, sizeof file1254},
  {"websocket/reserved-bit-2", file1255, sizeof file1255},
  {"websocket/reserved-bit-3", file1256, sizeof file1256},
  {"websocket/reserved-bit-continuation", file1257, sizeof file1257},
  {"websocket/text", file1258, sizeof file1258},
  {"websocket/text-byte-order-mark", file1259, sizeof file1259},
  {"websocket/text-empty", file1260, sizeof file1260},
  {"websocket/text-nul", file1261, sizeof file1261},
  {"websocket/text-within-text", file1262, sizeof file1262},
  {"websocket/two-messages", file1263, sizeof file1263},
  {"websocket/utf-8-cut", file1264, sizeof file1264},
  {"websocket/utf-8-cut-in-fragments", file1265, sizeof file1265},
  {"websocket/utf-8-invalid", file1266, sizeof file1266},
  {"websocket/utf-8-last-character", file1267, sizeof file1267},
  {"websocket/utf-8-overlong", file1268, sizeof file1268},
  {"websocket/utf-8-split", file1269, sizeof file1269},
  {"websocket/utf-8-split-invalid", file1270, sizeof file1270},
  {"websocket/utf-8-surrogate", file1271, sizeof file1271},
  {"websocket/utf-8-too-large", file1272, sizeof file1272},
  {"xml.dict", file1273, sizeof file1273},
  {"xml/around-root", file1274, sizeof file1274},
  {"xml/attribute-blanks-normalized", file1275, sizeof file1275},
  {"xml/attribute-blanks-referred-to", file1276, sizeof file1276},
  {"xml/attribute-cut", file1277, sizeof file1277},
  {"xml/attribute-less-than-sign", file1278, sizeof file1278},
  {"xml/attribute-quotes", file1279, sizeof file1279},
  {"xml/attribute-twice", file1280, sizeof file1280},
  {"xml/attribute-xml-space", file1281, sizeof file1281},
  {"xml/cdata", file1282, sizeof file1282},
  {"xml/comment-and-instruction-in-text", file1283, sizeof file1283},
  {"xml/comment-double-hyphen", file1284, sizeof file1284},
  {"xml/declaration", file1285, sizeof file1285},
  {"xml/declaration-after-blank", file1286, sizeof file1286},
  {"xml/declaration-no-version", file1287, sizeof file1287},
  {"xml/declaration-version-1-7", file1288, sizeof file1288},
  {"xml/declaration-version-2-0", file1289, sizeof file1289},
  {"xml/dtd-attribute-default", file1290, sizeof file1290},
  {"xml/dtd-cut", file1291, sizeof file1291},
  {"xml/dtd-declarations", file1292, sizeof file1292},
  {"xml/dtd-external", file1293, sizeof file1293},
  {"xml/dtd-parameter-entity", file1294, sizeof file1294},
  {"xml/dtd-parameter-entity-in-declaration", file1295, sizeof file1295},
  {"xml/element-empty", file1296, sizeof file1296},
  {"xml/elements-64-deep", file1297, sizeof file1297},
  {"xml/elements-nested", file1298, sizeof file1298},
  {"xml/empty-document", file1299, 0},
  {"xml/encoding-latin-1", file1300, sizeof file1300},
  {"xml/encoding-unknown", file1301, sizeof file1301},
  {"xml/encoding-utf-16-in-utf-8", file1302, sizeof file1302},
  {"xml/end-tag-missing", file1303, sizeof file1303},
  {"xml/end-tags-crossed", file1304, sizeof file1304},
  {"xml/entity-bomb", file1305, sizeof file1305},
  {"xml/entity-escaped-twice", file1306, sizeof file1306},
  {"xml/entity-external", file1307, sizeof file1307},
  {"xml/entity-external-in-attribute", file1308, sizeof file1308},
  {"xml/entity-first-declaration", file1309, sizeof file1309},
  {"xml/entity-less-than-sign-in-attribute", file1310, sizeof file1310},
  {"xml/entity-markup", file1311, sizeof file1311},
  {"xml/entity-quote-in-attribute", file1312, sizeof file1312},
  {"xml/entity-recursive", file1313, sizeof file1313},
  {"xml/entity-unbalanced", file1314, sizeof file1314},
  {"xml/entity-undeclared", file1315, sizeof file1315},
  {"xml/entity-unparsed", file1316, sizeof file1316},
  {"xml/instruction-target-xml", file1317, sizeof file1317},
  {"xml/line-ends", file1318, sizeof file1318},
  {"xml/name-all-kinds-of-characters", file1319, sizeof file1319},
  {"xml/name-digit-first", file1320, sizeof file1320},
  {"xml/name-fifth-edition", file1321, sizeof file1321},
  {"xml/name-prefix-declared", file1322, sizeof file1322},
  {"xml/name-prefix-undeclared", file1323, sizeof file1323},
  {"xml/reference-numbers", file1324, sizeof file1324},
  {"xml/reference-over-32-bits", file1325, sizeof file1325},
  {"xml/reference-predefined", file1326, sizeof file1326},
  {"xml/reference-to-nul", file1327, sizeof file1327},
  {"xml/reference-to-surrogates", file1328, sizeof file1328},
  {"xml/text-ampersand", file1329, sizeof file1329},
  {"xml/text-cdata-end", file1330, sizeof file1330},
  {"xml/text-control-character", file1331, sizeof file1331},
  {"xml/text-next-line-and-line-separator", file1332, sizeof file1332},
  {"xml/text-nul", file1333, sizeof file1333},
  {"xml/two-roots", file1334, sizeof file1334},
  {"xml/utf-16-big-endian", file1335, sizeof file1335},
  {"xml/utf-16-little-endian", file1336, sizeof file1336},
  {"xml/utf-16-no-byte-order-mark", file1337, sizeof file1337},
  {"xml/utf-8-byte-order-mark", file1338, sizeof file1338},
  {"xml/utf-8-cut", file1339, sizeof file1339},
  {"xml/utf-8-overlong", file1340, sizeof file1340},
  {"xml/utf-8-surrogates", file1341, sizeof file1341},
  {"xml/utf-8-two-byte-order-marks", file1342, sizeof file1342},
  {"xml/utf-8-two-three-four-bytes", file1343, sizeof file1343},
  {"yaml.dict", file1344, sizeof file1344},
  {"yaml/alias", file1345, sizeof file1345},
  {"yaml/alias-bomb", file1346, sizeof file1346},
  {"yaml/alias-recursive", file1347, sizeof file1347},
  {"yaml/alias-to-other-document", file1348, sizeof file1348},
  {"yaml/alias-undefined", file1349, sizeof file1349},
  {"yaml/block-compact", file1350, sizeof file1350},
  {"yaml/block-explicit-keys", file1351, sizeof file1351},
  {"yaml/block-indentation-less", file1352, sizeof file1352},
  {"yaml/block-mapping", file1353, sizeof file1353},
  {"yaml/block-mapping-in-line", file1354, sizeof file1354},
  {"yaml/block-sequence", file1355, sizeof file1355},
  {"yaml/block-sequence-in-mapping", file1356, sizeof file1356},
  {"yaml/comment-no-blank-before", file1357, sizeof file1357},
  {"yaml/comments", file1358, sizeof file1358},
  {"yaml/core-booleans", file1359, sizeof file1359},
  {"yaml/core-booleans-of-1-1", file1360, sizeof file1360},
  {"yaml/core-floats", file1361, sizeof file1361},
  {"yaml/core-infinities", file1362, sizeof file1362},
  {"yaml/core-integers", file1363, sizeof file1363},
  {"yaml/core-merge-key", file1364, sizeof file1364},
  {"yaml/core-nulls", file1365, sizeof file1365},
  {"yaml/core-numbers-of-1-1", file1366, sizeof file1366},
  {"yaml/directive-tag", file1367, sizeof file1367},
  {"yaml/directive-yaml", file1368, sizeof file1368},
  {"yaml/directive-yaml-twice", file1369, sizeof file1369},
  {"yaml/document-marker-in-quotes", file1370, sizeof file1370},
  {"yaml/documents", file1371, sizeof file1371},
  {"yaml/double-quoted-cut-after-backslash", file1372, sizeof file1372},
  {"yaml/double-quoted-escapes", file1373, sizeof file1373},
  {"yaml/double-quoted-lines", file1374, sizeof file1374},
  {"yaml/double-quoted-surrogates", file1375, sizeof file1375},
  {"yaml/double-quoted-unknown-escape", file1376, sizeof file1376},
  {"yaml/empty", file1377, 0},
  {"yaml/flow-end-not-indented", file1378, sizeof file1378},
  {"yaml/flow-lines", file1379, sizeof file1379},
  {"yaml/flow-mapping", file1380, sizeof file1380},
  {"yaml/flow-sequence", file1381, sizeof file1381},
  {"yaml/flow-sequence-cut", file1382, sizeof file1382},
  {"yaml/flow-sequence-empty-entry", file1383, sizeof file1383},
  {"yaml/flow-sequences-64-deep", file1384, sizeof file1384},
  {"yaml/folded", file1385, sizeof file1385},
  {"yaml/json", file1386, sizeof file1386},
  {"yaml/key-1024-characters", file1387, sizeof file1387},
  {"yaml/key-1200-characters", file1388, sizeof file1388},
  {"yaml/key-number", file1389, sizeof file1389},
  {"yaml/key-twice", file1390, sizeof file1390},
  {"yaml/key-two-lines", file1391, sizeof file1391},
  {"yaml/line-ends", file1392, sizeof file1392},
  {"yaml/literal-chomping", file1393, sizeof file1393},
  {"yaml/literal-empty", file1394, sizeof file1394},
  {"yaml/literal-indentation-indicator", file1395, sizeof file1395},
  {"yaml/literal-text-too-shallow", file1396, sizeof file1396},
  {"yaml/next-line-and-line-separator", file1397, sizeof file1397},
  {"yaml/nul", file1398, sizeof file1398},
  {"yaml/plain-at-sign-first", file1399, sizeof file1399},
  {"yaml/plain-indicators-inside", file1400, sizeof file1400},
  {"yaml/plain-lines", file1401, sizeof file1401},
  {"yaml/plain-percent-sign-first", file1402, sizeof file1402},
  {"yaml/single-quoted", file1403, sizeof file1403},
  {"yaml/tab-as-indentation", file1404, sizeof file1404},
  {"yaml/tab-as-separation", file1405, sizeof file1405},
  {"yaml/tag-handle-undeclared", file1406, sizeof file1406},
  {"yaml/tag-local", file1407, sizeof file1407},
  {"yaml/tags", file1408, sizeof file1408},
  {"yaml/utf-16-big-endian", file1409, sizeof file1409},
  {"yaml/utf-16-little-endian", file1410, sizeof file1410},
  {"yaml/utf-8", file1411, sizeof file1411},
  {"yaml/utf-8-byte-order-mark", file1412, sizeof file1412},
  {"yaml/utf-8-byte-order-mark-in-document", file1413, sizeof file1413},
  {"yaml/utf-8-overlong", file1414, sizeof file1414},
  {"zlib.dict", file1415, sizeof file1415},
  {"zlib/dictionary", file1416, sizeof file1416},
  {"zlib/empty", file1417, sizeof file1417},
  {"zlib/small-window", file1418, sizeof file1418},
  {"zlib/text", file1419, sizeof file1419},
  {"zlib/then-garbage", file1420, sizeof file1420},
  {"zlib/wrong-adler", file1421, sizeof file1421},
};

const struct corpus_file *const corpus_files = files;
const size_t corpus_file_count = sizeof files / sizeof files[0];
