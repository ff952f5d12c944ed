# The commands of this project:
#   make run       set up, build, recognise a sample photo, serve at http://127.0.0.1:8017/
#                  (HOST=192.168.1.20 HTTPS=on: over HTTPS in the local network; READER=off: without the text reader)
#   make test      all tests that need no network, account or display; of the big tables of cases only a
#                  sample (`make torture` runs the whole tables)
#   make deb       a Debian package of the programs, in .build/package; make tarball: the same files as .tar.gz
#   make run-once build lint format bench compare order evaluate fit install demo-services torture tour fuzz
.DEFAULT_GOAL := help
SHELL := /bin/bash

HOST ?= 127.0.0.1
PORT ?= 8017
HTTPS ?= off
READER ?= on
PREFIX ?= /usr/local
IS_HTTPS := $(filter on,$(HTTPS))
BASE_URL := http$(if $(IS_HTTPS),s)://$(if $(findstring :,$(HOST)),[$(HOST)],$(HOST)):$(PORT)

# Release builds link the Swift runtime statically, so that an installation needs only the C libraries. The
# programs are stripped, use packed relocations and take libstdc++, libgcc and libmd from their archives, because the
# CGI starts for every request: loading the shared libstdc++ took a sixth of its time, loading libgcc and libmd
# a tenth. (Without an archive in .build/lib, the shared library is used.) The loader does not look for
# Debian's libraries beside the programs. Two tables are left out (0.5 MB): that of exported symbols, which the
# Swift runtime's file of arguments would add, and that of exceptions, because no exception of C++ passes through the
# programs. A copy of the Swift runtime's archive in .build/lib has no table of exceptions either (0.5 MB more), and
# package/unwinding.ld leaves out the descriptions of our own functions for that table (0.3 MB). Each
# function has a section of its own, so that the linker leaves out unused functions, and keeps one of several functions
# with equal code (0.3 MB). The functions that run at the start of the CGI are side by side (package/start.order),
# which saves a twelfth of its time; a name in this file that no longer exists has no effect. The object files have
# no digest of their module, because it depends on the folder of the sources, and the same sources give the same
# programs in every folder (package/again). All release products use the same flags: other flags would compile every
# module again.
RELEASE_BUILD = $(if $(wildcard $(RUNTIME)),ALBUMSCAN_RUNTIME=$(CURDIR)/.build/lib/libswiftCore.a) \
  swift build -c release --static-swift-stdlib --disable-local-rpath -Xswiftc -use-ld=lld \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc -Xlinker -s -Xswiftc -Xfrontend -Xswiftc -function-sections \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xlinker -L$(CURDIR)/.build/lib -Xlinker -z -Xlinker pack-relative-relocs \
  -Xlinker --no-export-dynamic -Xlinker --no-eh-frame-hdr -Xlinker --icf=all \
  -Xlinker -T -Xlinker $(CURDIR)/package/unwinding.ld \
  -Xlinker --symbol-ordering-file=$(CURDIR)/package/start.order -Xlinker --no-warn-symbol-ordering
RUNTIME := $(dir $(realpath $(shell command -v swiftc)))../lib/swift_static/linux/libswiftCore.a
PREPARE_RELEASE = mkdir -p .build/lib && for archive in $(lastword $(sort $(wildcard /usr/lib/gcc/*/*/libstdc++.a))) \
  $(lastword $(wildcard /usr/lib/*/libmd.a)); do ln -sf $$archive .build/lib/; done \
  $(if $(wildcard $(RUNTIME)),&& objcopy --remove-section .eh_frame $(RUNTIME) .build/lib/libswiftCore.a)
# Builds one or several products; `swift build` takes only one at a time.
release = $(PREPARE_RELEASE) && for product in $(1); do $(RELEASE_BUILD) --product $$product || exit 1; done
PROGRAMS := albumscan-cgi albumscan-photo albumscan-read albumscan
BIN := $(CURDIR)/.build/release
# The digests of the sources of the last complete build. Times do not tell whether a program is older than a
# source, because a copy of this folder has new times.
BUILT = $(BIN)/.built
digests = find Package.swift Sources -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum
release_programs = mkdir -p .build && $(digests) > .build/begun && { $(call release,$(PROGRAMS)); } \
  && mv .build/begun $(BUILT)
ALBUMSCAN := $(BIN)/albumscan --config cgi-bin/albumscan

# The tests run from the debug build, whose programs have failpoints. The compiler writes no index, because
# no tool reads it.
BUILD_TESTS := swift build --build-tests
# The tests of the text reader use the real library and models, in .build/reader.
INSTALL_READER := $(BIN)/albumscan reader install
RUN_TESTS := Tests/Run/run-tests $(if $(JOBS),--jobs $(JOBS)) $(if $(PART),--part $(PART))
RUN_WHOLE := Tests/Run/whole $(if $(JOBS),--jobs $(JOBS)) $(if $(PART),--share $(PART)) $(if $(RECORD_WHOLE),--record)

# Failing inputs are kept in .build/fuzz/found.
FUZZING = -max_len=65536 -timeout=20 -artifact_prefix=.build/fuzz/found/ -verbosity=0

.PHONY: help build run run-once test lint format bench compare order evaluate fit deb tarball install install-files torture tour fuzz demo-services

help:
	@sed -n '2,7s/^#//p' Makefile

build:
	@./setup build
	@$(release_programs)

# The control file is made once and then belongs to the host. Later builds change its first line. They change
# `base-url` only if the command names HOST, PORT or HTTPS, or if the line is still the one that make wrote.
IS_ASKED := $(findstring command line,$(foreach name,HOST PORT HTTPS,$(origin $(name))))
WRITTEN := .build/base-url
cgi-bin/albumscan: cgi-bin/albumscan.in FORCE
	@case "$(BIN)" in *[[:space:]]*) echo "The path $(BIN) has a space in it; #! lines cannot have one." >&2; exit 2;; esac
	@[ "$$(printf %s '$(BIN)' | wc -c)" -le 230 ] || { echo "The path $(BIN) is too long for a #! line." >&2; exit 2; }
	@[ -e $@ ] || cp $< $@
	@sed -i -e '1s|.*|#!$(BIN)/albumscan-cgi|' $@
	@written=$$(cat $(WRITTEN) 2>/dev/null || echo http://127.0.0.1:8017); \
	if [ -n '$(IS_ASKED)' ] || grep -qxF -e "base-url: $$written" -e 'base-url: @BASE_URL@' $@; then \
	  sed -i -e 's|^base-url:.*|base-url: $(BASE_URL)|' $@; echo '$(BASE_URL)' > $(WRITTEN); fi
	@chmod 755 $@

FORCE:

run-once:
	@./setup run
	@$(release_programs)
	@$(MAKE) --no-print-directory cgi-bin/albumscan
	@[ '$(READER)' = off ] || $(ALBUMSCAN) reader install || echo 'make run goes on without the text reader.'
	@$(ALBUMSCAN) init
	@[ -n "$$($(ALBUMSCAN) show covers)" ] || $(ALBUMSCAN) catalogue import sample/catalogue/catalogue.csv
	@[ -n "$$($(ALBUMSCAN) show finds --limit 1)" ] || $(ALBUMSCAN) scan sample/photo.jpg
	@$(ALBUMSCAN) show finds --limit 1
	@$(ALBUMSCAN) doctor --missing

run: run-once
	@exec $(ALBUMSCAN) serve --host '$(HOST)' --port '$(PORT)' $(if $(IS_HTTPS),--https)

# The tests use samples of the faults of every service, the kill points, the web servers, the seeds of refreshing
# and the cases of the fuzzers; each test prints its sample. Of the tests in a browser, those of Tests/Run/ways.tsv
# run. `make torture` runs the whole tables, each kill point 10 or 20 times; `make tour` runs the tables of the web
# servers and of the pages, and all tests in a browser. `Tests/Run/due` names the parts of both that a change touches.
# `make fuzz` runs 2,000,000 cases for each parser, then libFuzzer with the address sanitizer: a million inputs to the
# check of the JPEG's markers, and 100,000 inputs that reach the decoder.
test: lint
	@./setup test
	@Tests/Readme/readme --check
	@Tests/Run/check.py
	@$(release_programs)
	@$(INSTALL_READER)
	@$(BUILD_TESTS)
	@$(RUN_TESTS) --set daily

# `make torture` and `make tour` each take several hours; `make torture PART=2/6` runs the second of six shares, and
# `make torture RECORD_WHOLE=1` writes the green parts into Tests/Run/whole.tsv. Tests/Run/parts.tsv has the parts of both,
# and Tests/Map/SampleTests.swift fails if a suite that takes a sample is in no part.
torture:
	@./setup test
	@$(release_programs)
	@$(INSTALL_READER)
	@$(BUILD_TESTS)
	@$(RUN_WHOLE) torture

# The package (package/check), which is built a second time; the README on a bare Debian (Tests/Readme); all web
# servers; every page and state in five sizes, two languages, light and dark, with pictures in .build/pictures; all tests
# in a browser, with a service worker in each page; and the core flow in WebKit and Firefox. Of several shares, only the
# first runs the README and examines the package.
tour:
	@./setup tour
	@$(release_programs)
	@$(INSTALL_READER)
	@$(BUILD_TESTS)
	@$(RUN_WHOLE) tour

fuzz:
	@./setup test
	@$(BUILD_TESTS)
	@ALBUMSCAN_FUZZ=$${ALBUMSCAN_FUZZ:-2000000} $(RUN_TESTS) --limit 86400 \
	  --filter 'CGITests|JPEGTests|ReaderTests|PhotoAnswerTests'
	@ALBUMSCAN_LIBFUZZER=1 swift build --scratch-path .build/fuzz --sanitize address --sanitize fuzzer \
	  --product fuzz-photo 2>&1 | { grep -v 'Cannot export local symbol' || true; }
	@mkdir -p .build/fuzz/found .build/fuzz/inputs
	@FUZZ_ONLY=markers .build/fuzz/debug/fuzz-photo $(FUZZING) -runs=$${ALBUMSCAN_FUZZ:-1000000}
	@FUZZ_REACH=$${ALBUMSCAN_FUZZ:-100000} .build/fuzz/debug/fuzz-photo $(FUZZING) .build/fuzz/inputs

lint:
	@swift format lint --strict --parallel --recursive Package.swift Sources Tests

format:
	@swift format --in-place --parallel --recursive Package.swift Sources Tests

bench:
	@./setup bench
	@$(call release,$(PROGRAMS) bench)
	@$(BIN)/bench

# Compares the programs of this checkout with those of BASE (a revision): medians of processor time, alternating runs.
BASE ?= 75aa5e5
compare:
	@./setup bench
	@$(release_programs)
	@[ -d .build/base/.git ] || git clone -q . .build/base
	@git -C .build/base fetch -q origin && git -C .build/base checkout -q '$(BASE)' && $(MAKE) -C .build/base build
	@Tests/Bench/compare.py .build/base .

# Writes package/start.order anew, from a program with symbols, without the rest of its debug information, which valgrind
# cannot read. Run it if `make bench` says that the CGI has become slower,
# or after a change of Swift's version.
order: build
	@./setup order
	@$(subst -Xlinker -s ,-Xlinker --strip-debug ,$(call release,albumscan-cgi))
	@package/order $(BIN) > .build/start.order && mv .build/start.order package/start.order
	@$(release_programs)

# The quality of finding and recognising covers, as tables: 600 drawn photographs, 5,000 re-photographs, 300 fronts and
# 60 backs with real lettering.
evaluate:
	@./setup evaluate
	@$(release_programs)
	@$(INSTALL_READER)
	@$(call release,evaluate)
	@$(BIN)/evaluate

# Fits the weights of both detectors to drawn photographs, and to folders of photographs: PHOTOS with covers, SHELVES with
# spines; see Tests/Evaluation/README.md.
fit:
	@[ -n '$(PHOTOS)' ] || { echo 'make fit PHOTOS=FOLDER: a folder with quads.json and covers/ (Tests/Evaluation/README.md).' >&2; exit 2; }
	@./setup build
	@$(call release,evaluate)
	@$(BIN)/evaluate fit --photos '$(PHOTOS)' --output Sources/Covers/Finding/JudgementWeights+Fitted.swift
	@$(BIN)/evaluate fit-spines $(if $(SHELVES),--photos '$(SHELVES)') --output Sources/Covers/Spines/SpineWeights+Fitted.swift
	@swift format --in-place Sources/Covers/Finding/JudgementWeights+Fitted.swift Sources/Covers/Spines/SpineWeights+Fitted.swift

# Starts models, MusicBrainz, the Cover Art Archive and Open Library on this machine, to try everything without an account.
demo-services:
	@./setup build
	@$(call release,demo-services)
	@exec $(BIN)/demo-services

# Both packages contain what `make install` copies, with manual pages and completions for three shells.
deb tarball: build
	@./setup package
	@package/build $@

# Only copies files, because root has no compiler in its path and should not run a compiler.
install:
	@for program in $(PROGRAMS); do [ -x $(BIN)/$$program ] || \
	  { echo "$(BIN)/$$program is missing: run make build first, not as root." >&2; exit 2; }; done
	@$(digests) | cmp -s - $(BUILT) || \
	  { echo "The programs are not of these sources: run make build first, not as root." >&2; exit 2; }
	@$(MAKE) --no-print-directory install-files

# A file for a web server or systemd as it is installed: with the folder of the programs, and with the lines that
# all services share.
INSTALLED = sed -e 's|/usr/local|$(PREFIX)|g' -e '/^\# @HARDENING@$$/{' -e 'r docs/servers/hardening.in' -e 'd' -e '}'

install-files:
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/albumscan'
	install -m 755 $(BIN)/albumscan $(BIN)/albumscan-cgi $(BIN)/albumscan-photo $(BIN)/albumscan-read \
	  '$(DESTDIR)$(PREFIX)/bin'
	cp -R templates public prompts words sample/catalogue '$(DESTDIR)$(PREFIX)/share/albumscan'
	install -d '$(DESTDIR)$(PREFIX)/share/albumscan/servers'
	for file in $(filter-out %.in,$(notdir $(wildcard docs/servers/*))); do \
	  $(INSTALLED) docs/servers/$$file > '$(DESTDIR)$(PREFIX)/share/albumscan/servers/'$$file || exit 1; done
	install -d '$(DESTDIR)$(PREFIX)/share/albumscan/nightly'
	for file in albumscan-nightly.service albumscan-nightly.timer albumscan.cron; do \
	  $(INSTALLED) docs/nightly/$$file > '$(DESTDIR)$(PREFIX)/share/albumscan/nightly/'$$file || exit 1; done
	install -d '$(DESTDIR)$(PREFIX)/share/albumscan/publishing'
	install -m 755 docs/publishing/*.sh '$(DESTDIR)$(PREFIX)/share/albumscan/publishing'
	sed -e 's|@BIN@|$(PREFIX)/bin|' docs/servers/albumscan.cgi.in \
	  > '$(DESTDIR)$(PREFIX)/share/albumscan/servers/albumscan.cgi'
	chmod 755 '$(DESTDIR)$(PREFIX)/share/albumscan/servers/albumscan.cgi'
	sed -e '1s|@BIN@|$(PREFIX)/bin|' -e '/^templates:/d' -e '/^public:/d' -e '/^prompts:/d' -e '/^words:/d' \
	  -e '/^site:/a cgi-file: ../cgi-bin/albumscan' \
	  -e 's|@BASE_URL@|https://records.example|' cgi-bin/albumscan.in \
	  > '$(DESTDIR)$(PREFIX)/share/albumscan/albumscan.example'
