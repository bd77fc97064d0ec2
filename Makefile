# Two commands matter: `make demo` and `make test`. `make help` lists the rest.
.DEFAULT_GOAL := help
.PHONY: help demo install gallery check-gallery check-sheet apple-stubs test format lint docs examples bench fuzz threads leaks soak clean

SUITE ?= demo
PREFIX ?= /usr/local
TARGET ?= all
SECONDS ?= 60
FOLDERS ?= Tests/LarderTests/Loading Tests/LarderTests/HTTP

# On Linux the tool carries the runtimes of Swift and C++, so that it starts sooner. The linker takes
# C++'s from a folder that holds nothing else. Of its own symbols no library that it loads wants any.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib \
	-Xlinker -L$(CURDIR)/.build/runtime -Xlinker --no-export-dynamic)

define build-tool
	@mkdir -p .build/runtime && rm -f .build/runtime/*
	$(if $(STATIC),@file="$$(clang -print-file-name=libstdc++.a)"; if [ -f "$$file" ]; then ln -s "$$file" .build/runtime; fi)
	swift build -c release $(STATIC) --product larder
endef

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## install what is missing, build, and load pictures from memory, disk and network
	@Scripts/setup.sh
	$(build-tool)
	.build/release/larder demo

install: ## build the tool and put it, its manual page and its completions under PREFIX=/usr/local
	@Scripts/setup.sh
	$(build-tool)
	install -d $(DESTDIR)$(PREFIX)/bin $(DESTDIR)$(PREFIX)/share/man/man1 \
		$(DESTDIR)$(PREFIX)/share/bash-completion/completions
	install -m 755 .build/release/larder $(DESTDIR)$(PREFIX)/bin/larder
	install -m 644 Docs/larder.1 $(DESTDIR)$(PREFIX)/share/man/man1/larder.1
	.build/release/larder completions bash >$(DESTDIR)$(PREFIX)/share/bash-completion/completions/larder

gallery: ## open a window with 10,000 pictures, or those of ARGS=FOLDER (Linux, GTK 4)
	@Scripts/setup.sh gtk
	swift run -c release --package-path Examples/GTK Gallery $(ARGS)

check-gallery: ## test the gallery in a window that nobody sees
	@Scripts/setup.sh gtk
	@Scripts/check-gallery.sh

apple-stubs: ## compile and test the views for Apple's platforms on Linux, against stubs
	@Scripts/setup.sh
	swift test --package-path AppleStubs

check-sheet: ## test the contact sheet in a headless Chromium
	@Scripts/setup.sh sheet
	swift build --build-tests
	swift test --skip-build --filter SheetBrowserTests

# The engine's tests hold to real deadlines, so they run apart from those that load the machine.
test: ## install what is missing, build, and run every test
	@Scripts/setup.sh test
	swift build --build-tests
	swift test --skip-build --parallel --skip LarderRedisTests
	swift test --skip-build --parallel --filter LarderRedisTests

format: ## format the sources in place
	git ls-files -z '*.swift' | xargs -0 swift format --in-place --parallel

lint: ## check format, documentation comments and the house rules
	git ls-files -z '*.swift' | xargs -0 swift format lint --strict --parallel
	@Scripts/check-rules.sh

docs: ## build the documentation with warnings as errors
	@Scripts/setup.sh
	@Scripts/build-docs.sh

examples: ## build the example programs and every Swift sample of the documentation
	@Scripts/setup.sh gtk
	@Scripts/build-examples.sh

bench: ## run a benchmark suite: SUITE=demo|memory|disk|loader|pictures|views|shared|tool ARGS='…'
	@Scripts/setup.sh bench
	$(if $(filter tool,$(SUITE)),$(build-tool))
	swift run -c release --package-path Benchmarks larder-bench $(SUITE) $(ARGS)

fuzz: ## feed hostile bytes to what reads them: TARGET=disk|http|codings|jpeg|png|webp|gif|avif SECONDS=60 (TARGET=all: each)
	@Scripts/setup.sh
	@for target in $(if $(filter all,$(TARGET)),$(notdir $(wildcard Fuzz/Corpus/*)),$(TARGET)); do \
		Scripts/fuzz.sh $$target $(SECONDS) || exit 1; done

threads: ## run tests under the thread sanitizer: FOLDERS='Tests/LarderTests/Loading …' (Linux)
	@Scripts/setup.sh test
	@Scripts/threads.sh $(FOLDERS)

leaks: ## decode 1,000 pictures under valgrind
	@Scripts/setup.sh bench
	@Scripts/leaks.sh

soak: ## kill and reopen a cache 10,000 times
	@Scripts/setup.sh test
	@Scripts/soak.sh

clean: ## remove what was built
	rm -rf .build Benchmarks/.build Examples/.build Examples/GTK/.build AppleStubs/.build Fuzz/.build
