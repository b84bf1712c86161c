/*
 * Parses pages with lexbor, controlled like the Python libraries: see `process.rs`.
 * With the argument `kept`, the allocator keeps the memory that is freed.
 */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <lexbor/html/html.h>

struct page {
    unsigned char *text;
    size_t length;
};

static double seconds(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double) time.tv_sec + (double) time.tv_nsec / 1e9;
}

static void fail(const char *why)
{
    fprintf(stderr, "lexbor.c: %s\n", why);
    exit(1);
}

static void parse(const struct page *page)
{
    lxb_html_document_t *document = lxb_html_document_create();
    if (document == NULL || lxb_html_document_parse(document, page->text, page->length) != LXB_STATUS_OK) {
        fail("the page cannot be parsed");
    }
    lxb_html_document_destroy(document);
}

int main(int count, char **arguments)
{
    static struct page pages[10000];
    size_t kept = 0;
    char line[100];
    if (count > 1 && strcmp(arguments[1], "kept") == 0) {
        mallopt(M_MMAP_THRESHOLD, 1 << 30);
        mallopt(M_TRIM_THRESHOLD, 1 << 30);
    }
    puts("ready " LEXBOR_VERSION_STRING);
    fflush(stdout);
    while (fgets(line, sizeof line, stdin) != NULL) {
        size_t page, number;
        if (sscanf(line, "page %zu", &number) == 1) {
            if (kept == sizeof pages / sizeof *pages) {
                fail("too many pages");
            }
            pages[kept].length = number;
            pages[kept].text = malloc(number + 1);
            if (pages[kept].text == NULL || fread(pages[kept].text, 1, number, stdin) != number) {
                fail("a page is missing");
            }
            kept++;
            puts("kept");
        } else if (sscanf(line, "run %zu %zu", &page, &number) == 2 && page < kept) {
            double clock = seconds(CLOCK_MONOTONIC), processor = seconds(CLOCK_PROCESS_CPUTIME_ID);
            for (size_t run = 0; run < number; run++) {
                parse(&pages[page]);
            }
            processor = seconds(CLOCK_PROCESS_CPUTIME_ID) - processor;
            printf("%.9f %.9f\n", seconds(CLOCK_MONOTONIC) - clock, processor);
        } else {
            fail("unknown command");
        }
        fflush(stdout);
    }
    return 0;
}
