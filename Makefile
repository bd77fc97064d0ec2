# Two commands matter: `make demo` and `make test`. `make help` lists the rest.
.DEFAULT_GOAL := help
.PHONY: help demo gallery check-gallery apple-stubs test format lint docs examples bench fuzz leaks soak clean

SUITE ?= demo
TARGET ?= all
SECONDS ?= 60

# On Linux the tool carries Swift's runtime: it starts in two thirds of the time.
STATIC := $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: ## install what is missing, build, and load pictures from memory, disk and network
	@Scripts/setup.sh
	swift build -c release $(STATIC) --product larder
	.build/release/larder demo

gallery: ## open a window with 10,000 pictures, or those of ARGS=FOLDER (Linux, GTK 4)
	@Scripts/setup.sh gtk
	swift run -c release --package-path Examples/GTK Gallery $(ARGS)

check-gallery: ## test the gallery in a window that nobody sees
	@Scripts/setup.sh gtk
	@Scripts/check-gallery.sh

apple-stubs: ## compile and test the views for Apple's platforms on Linux, against stubs
	@Scripts/setup.sh
	swift test --package-path AppleStubs

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

bench: ## run a benchmark suite: SUITE=demo|memory|disk|loader|pictures|views|shared ARGS='…'
	@Scripts/setup.sh bench
	swift run -c release --package-path Benchmarks larder-bench $(SUITE) $(ARGS)

fuzz: ## feed hostile bytes to what reads them: TARGET=http|jpeg|png|webp|gif|avif SECONDS=60 (TARGET=all: each)
	@Scripts/setup.sh
	@for target in $(if $(filter all,$(TARGET)),$(notdir $(wildcard Fuzz/Corpus/*)),$(TARGET)); do \
		Scripts/fuzz.sh $$target $(SECONDS) || exit 1; done

leaks: ## decode 1,000 pictures under valgrind
	@Scripts/setup.sh bench
	@Scripts/leaks.sh

soak: ## kill and reopen a cache 10,000 times
	@Scripts/setup.sh test
	@Scripts/soak.sh

clean: ## remove what was built
	rm -rf .build Benchmarks/.build Examples/.build Examples/GTK/.build AppleStubs/.build Fuzz/.build
