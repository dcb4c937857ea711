/* An adapter between `sluice corpus run` and the parsers of libcurl: curl PARSER FORMAT, or curl --versions. */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <ctype.h>
#include <curl/curl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { LIMIT = 1 << 20 };
static char input[LIMIT + 1];

struct response {
  const char *bytes;
  size_t count;
  int listener;
};

/* The other end of the last connection. */
static int peer_end = -1;

/* Reads the file that a request names. Its path has no escapes, and other fields are of no use here. */
static bool read_input(char *request, size_t *count)
{
  static const char key[] = "\"file\":\"";
  char *path = strstr(request, key);
  if (!path)
    return false;
  path += sizeof key - 1;
  path[strcspn(path, "\"")] = 0;
  FILE *file = fopen(path, "rb");
  if (!file)
    return false;
  *count = fread(input, 1, LIMIT, file);
  fclose(file);
  input[*count] = 0;
  return true;
}

static void print_text(const char *text)
{
  putchar('"');
  for (; *text; text++) {
    unsigned char byte = (unsigned char)*text;
    if (byte < 0x20 || byte == '"' || byte == '\\')
      printf("\\u%04x", byte);
    else
      putchar(byte);
  }
  putchar('"');
}

static void refuse(const char *error)
{
  printf("{\"accepted\":false,\"error\":");
  print_text(error);
  printf("}\n");
}

static void print_part(CURLU *url, CURLUPart part, const char *name, const char *value_if_missing, bool is_number)
{
  static bool is_first;
  char *value = NULL;
  if (part == CURLUPART_SCHEME)
    is_first = true;
  bool is_missing = curl_url_get(url, part, &value, 0) != CURLUE_OK;
  if (is_missing && !value_if_missing)
    return;
  printf("%s\"%s\":", is_first ? "" : ",", name);
  is_first = false;
  if (is_number)
    printf("%s", value);
  else
    print_text(is_missing ? value_if_missing : value);
  curl_free(value);
}

static void parse_url(void)
{
  CURLU *url = curl_url();
  CURLUcode code = curl_url_set(url, CURLUPART_URL, input, CURLU_NON_SUPPORT_SCHEME);
  if (code != CURLUE_OK) {
    refuse(curl_url_strerror(code));
  } else {
    char *user = NULL, *password = NULL, *scheme = NULL;
    curl_url_get(url, CURLUPART_USER, &user, 0);
    curl_url_get(url, CURLUPART_PASSWORD, &password, 0);
    curl_url_get(url, CURLUPART_SCHEME, &scheme, 0);
    printf("{\"accepted\":true,\"result\":{");
    print_part(url, CURLUPART_SCHEME, "scheme", NULL, false);
    /* The empty host of a file is no host for curl. */
    print_part(url, CURLUPART_HOST, "host", scheme && !strcmp(scheme, "file") ? "" : NULL, false);
    print_part(url, CURLUPART_PORT, "port", NULL, true);
    print_part(url, CURLUPART_PATH, "path", NULL, false);
    print_part(url, CURLUPART_QUERY, "query", NULL, false);
    print_part(url, CURLUPART_FRAGMENT, "fragment", NULL, false);
    if (user) {
      static char both[2 * LIMIT];
      snprintf(both, sizeof both, "%s%s%s", user, password ? ":" : "", password ? password : "");
      printf(",\"userInfo\":");
      print_text(both);
    }
    printf("}}\n");
    curl_free(user);
    curl_free(password);
    curl_free(scheme);
  }
  curl_url_cleanup(url);
}

/* Accepts the connection that libcurl has opened, and responds before it sends its request. */
static int respond(void *context, char *address, char *local, int port, int local_port)
{
  (void)address;
  (void)local;
  (void)port;
  (void)local_port;
  const struct response *response = context;
  peer_end = accept(response->listener, NULL, NULL);
  if (peer_end < 0 || write(peer_end, response->bytes, response->count) < 0)
    return CURL_PREREQFUNC_ABORT;
  shutdown(peer_end, SHUT_WR);
  return CURL_PREREQFUNC_OK;
}

/* Returns a socket that listens on the loopback interface, and its port. */
static int listen_locally(int *port)
{
  struct sockaddr_in address = { .sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  socklen_t count = sizeof address;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(listener, (struct sockaddr *)&address, count) || listen(listener, 8) ||
      getsockname(listener, (struct sockaddr *)&address, &count))
    exit(71);
  *port = ntohs(address.sin_port);
  return listener;
}

static size_t ignore(char *bytes, size_t size, size_t count, void *context)
{
  (void)bytes;
  (void)context;
  return size * count;
}

/* Returns whether the input has a domain, which the name of a server may not match. */
static bool has_domain(void)
{
  const char *name = strcasestr(input, "domain=");
  return name && (isalnum((unsigned char)name[7]) || name[7] == '.');
}

/* Receives a cookie, and then the input, which may remove it. An input with a domain is added without a server, and libcurl
   lists only cookies with a domain, so both ways are needed. Secure cookies are allowed from this machine. */
static void parse_cookie(size_t input_count)
{
  static const char start[] = "HTTP/1.1 200 OK\r\nSet-Cookie: a=before\r\nSet-Cookie: ";
  static const char end[] = "\r\nContent-Length: 0\r\n\r\n";
  static char bytes[LIMIT + sizeof start + sizeof end];
  size_t count = sizeof start - 1;
  memcpy(bytes, start, count);
  memcpy(bytes + count, input, input_count);
  count += input_count;
  memcpy(bytes + count, end, sizeof end - 1);
  static int listener = -1, port;
  if (listener < 0)
    listener = listen_locally(&port);
  struct response response = { bytes, count + sizeof end - 1, listener };

  CURL *curl = curl_easy_init();
  curl_easy_setopt(curl, CURLOPT_COOKIEFILE, "");
  CURLcode code = CURLE_OK;
  char url[64];
  snprintf(url, sizeof url, "http://localhost:%d/", port);
  curl_easy_setopt(curl, CURLOPT_URL, url);
  curl_easy_setopt(curl, CURLOPT_PROXY, "");
  curl_easy_setopt(curl, CURLOPT_PREREQFUNCTION, respond);
  curl_easy_setopt(curl, CURLOPT_PREREQDATA, &response);
  curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore);
  if (has_domain()) {
    memcpy(bytes, "Set-Cookie: ", 12);
    memcpy(bytes + 12, input, input_count + 1);
    curl_easy_setopt(curl, CURLOPT_COOKIELIST, bytes);
  } else {
    code = curl_easy_perform(curl);
  }
  struct curl_slist *cookies = NULL;
  curl_easy_getinfo(curl, CURLINFO_COOKIELIST, &cookies);
  bool was_removed = true, is_added = false;
  for (struct curl_slist *each = cookies; each; each = each->next) {
    /* Seven fields, of which the last two are the name and the value. */
    char *field = each->data;
    for (int index = 0; index < 5 && field; index++)
      field = strchr(field, '\t') ? strchr(field, '\t') + 1 : NULL;
    char *value = field ? strchr(field, '\t') : NULL;
    if (!value)
      continue;
    *value++ = 0;
    if (!strcmp(field, "a") && !strcmp(value, "before")) {
      was_removed = false;
    } else if (!is_added) {
      is_added = true;
      printf("{\"accepted\":true");
      if (!strchr(input, ';')) {
        printf(",\"result\":{\"name\":");
        print_text(field);
        printf(",\"value\":");
        print_text(value);
        printf(",\"attributes\":{}}");
      }
      printf("}\n");
    }
  }
  if (code != CURLE_OK && !is_added)
    refuse(curl_easy_strerror(code));
  else if (!is_added && was_removed)
    printf("{\"accepted\":true}\n");
  else if (!is_added)
    refuse("no cookie");
  curl_slist_free_all(cookies);
  curl_easy_cleanup(curl);
  if (peer_end >= 0)
    close(peer_end);
  peer_end = -1;
}

int main(int argc, char **argv)
{
  static char request[LIMIT];
  if (argc == 2 && !strcmp(argv[1], "--versions")) {
    const char *version = curl_version_info(CURLVERSION_NOW)->version;
    printf("{\"versions\":{\"libcurl\":\"%s\"},\"peers\":[[\"libcurl\",\"url\"],[\"libcurl\",\"set-cookie\"]]}\n", version);
    return 0;
  }
  if (argc != 3)
    return 64;
  const char *number = getenv("SLUICE_LINES");
  FILE *lines = number ? fdopen(atoi(number), "r") : NULL;
  if (!lines)
    return 64;
  while (fgets(request, sizeof request, lines)) {
    size_t count = 0;
    if (!read_input(request, &count))
      return 65;
    if (!strcmp(argv[2], "set-cookie"))
      parse_cookie(count);
    else if (memchr(input, 0, count))
      refuse("a NUL, which cannot be passed to libcurl");
    else
      parse_url();
    fflush(stdout);
  }
  return 0;
}
