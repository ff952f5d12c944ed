# A few verbs and nothing else to remember:
#   make run       set up, build, recognise a sample photo, serve at http://127.0.0.1:8017/
#   make test      everything that can be checked without a network, an account or a display
#   make run-once build lint format bench evaluate install demo-services
.DEFAULT_GOAL := help
SHELL := /bin/bash

HOST ?= 127.0.0.1
PORT ?= 8017
PREFIX ?= /usr/local
BASE_URL := http://$(if $(findstring :,$(HOST)),[$(HOST)],$(HOST)):$(PORT)

# Static Swift runtime: nothing to install beside the C libraries. Stripped, packed relocations, and
# libstdc++ from its archive: the CGI starts for every request, and loading that library took a sixth
# of its time. (Where there is no archive, .build/lib is empty and the shared one is taken.)
RELEASE = mkdir -p .build/lib && { ln -sf $$(ls -d /usr/lib/gcc/*/*/libstdc++.a 2>/dev/null | tail -n 1) \
  .build/lib/libstdc++.a 2>/dev/null || true; } && \
  swift build -c release --static-swift-stdlib -Xswiftc -use-ld=lld -Xlinker -s \
  -Xlinker -L$(CURDIR)/.build/lib -Xlinker -z -Xlinker pack-relative-relocs
BIN := $(CURDIR)/.build/release
ALBUMSCAN := $(BIN)/albumscan --config cgi-bin/albumscan

# What it finds lies in .build/fuzz/found.
FUZZING = -max_len=65536 -timeout=20 -artifact_prefix=.build/fuzz/found/ -verbosity=0

.PHONY: help build run run-once test lint format bench evaluate install torture fuzz demo-services

help:
	@sed -n '2,4s/^#//p' Makefile

build:
	@./setup build
	@$(RELEASE)

# The control file is the host's after the first time; only what a build decides is written again.
cgi-bin/albumscan: cgi-bin/albumscan.in FORCE
	@case "$(BIN)" in *[[:space:]]*) echo "The path $(BIN) has a space in it; #! lines cannot have one." >&2; exit 2;; esac
	@[ "$$(printf %s '$(BIN)' | wc -c)" -le 230 ] || { echo "The path $(BIN) is too long for a #! line." >&2; exit 2; }
	@[ -e $@ ] || cp $< $@
	@sed -i -e '1s|.*|#!$(BIN)/albumscan-cgi|' -e 's|^base-url:.*|base-url: $(BASE_URL)|' $@
	@chmod 755 $@

FORCE:

run-once: 
	@./setup run
	@$(RELEASE)
	@$(MAKE) --no-print-directory cgi-bin/albumscan HOST='$(HOST)' PORT='$(PORT)'
	@$(ALBUMSCAN) init
	@[ -n "$$($(ALBUMSCAN) show covers)" ] || $(ALBUMSCAN) catalogue import sample/catalogue/catalogue.csv
	@[ -n "$$($(ALBUMSCAN) show finds --limit 1)" ] || $(ALBUMSCAN) scan sample/photo.jpg
	@$(ALBUMSCAN) show finds --limit 1
	@$(ALBUMSCAN) doctor --missing

run: run-once
	@exec $(ALBUMSCAN) serve --host '$(HOST)' --port '$(PORT)'

# Sampled here: the fuzzers (a few seconds each), the kill points (each once), three seeds of publishing.
# The whole: make torture (each kill point 20 times, 62 seeds), make fuzz (2,000,000 cases a parser, then
# libFuzzer with the address sanitizer: a million inputs to the pre-scan, 100,000 that reach the decoder).
test: lint
	@./setup test
	@$(RELEASE)
	@swift build --build-tests
	@set -o pipefail; swift test --skip-build --no-parallel 2>&1 | tee .build/test.log || \
	  { echo; echo 'What failed (all of it: .build/test.log):'; \
	    grep -A 2 'recorded an issue' .build/test.log | cut -c 1-400 | head -n 60; exit 1; }

torture:
	@./setup test
	@$(RELEASE)
	@ALBUMSCAN_TORTURE=1 swift test --no-parallel --filter 'KillTests|AcceptCrashTests|PublishLawTests'

fuzz:
	@./setup test
	@ALBUMSCAN_FUZZ=$${ALBUMSCAN_FUZZ:-2000000} swift test --no-parallel --filter 'CGITests|JPEGTests|ReaderTests|PhotoAnswerTests'
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
	@$(RELEASE)
	@$(BIN)/bench

# How good finding and recognising covers is, as tables: 600 drawn photographs, 5,000 re-photographs.
evaluate:
	@./setup build
	@swift build -c release --product evaluate
	@.build/release/evaluate

# A model, MusicBrainz and the Cover Art Archive on this machine, to try everything without an account.
demo-services:
	@./setup build
	@swift build --product demo-services
	@exec .build/debug/demo-services

install:
	@./setup build
	@$(RELEASE)
	install -d '$(DESTDIR)$(PREFIX)/bin' '$(DESTDIR)$(PREFIX)/share/albumscan'
	install -m 755 $(BIN)/albumscan $(BIN)/albumscan-cgi $(BIN)/albumscan-photo '$(DESTDIR)$(PREFIX)/bin'
	cp -R templates public prompts servers sample/catalogue '$(DESTDIR)$(PREFIX)/share/albumscan'
	sed -e 's|@BIN@|$(PREFIX)/bin|' servers/albumscan.cgi.in \
	  > '$(DESTDIR)$(PREFIX)/share/albumscan/servers/albumscan.cgi'
	chmod 755 '$(DESTDIR)$(PREFIX)/share/albumscan/servers/albumscan.cgi'
	rm '$(DESTDIR)$(PREFIX)/share/albumscan/servers/albumscan.cgi.in'
	sed -e '1s|@BIN@|$(PREFIX)/bin|' -e '/^templates:/d' -e '/^public:/d' -e '/^prompts:/d' \
	  -e 's|@BASE_URL@|https://records.example|' cgi-bin/albumscan.in \
	  > '$(DESTDIR)$(PREFIX)/share/albumscan/albumscan.example'
