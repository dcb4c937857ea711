// An adapter between `sluice corpus run` and the parsers of Node: peer.mjs PARSER FORMAT.

import crypto from "node:crypto";
import fs from "node:fs";
import http from "node:http";
import readline from "node:readline";
import stream from "node:stream";
import util from "node:util";
import zlib from "node:zlib";

const output = (data) => ({ byteCount: data.length, sha256: crypto.createHash("sha256").update(data).digest("hex") });
const text = (data) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(data);

// A reply cannot have surrogates alone.
const wellFormed = (key, value) => (typeof value === "string" ? value.toWellFormed() : value);

const peers = {
  "JSON.parse json": (data) => JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data)),
  "URLSearchParams query": (data) => [...new URLSearchParams(text(data).replace(/^\?/, "&?"))],
  "zlib gzip": (data) => output(zlib.gunzipSync(data)),
  "zlib zlib": (data) => output(zlib.inflateSync(data)),
  "zlib raw-deflate": (data) => output(zlib.inflateRawSync(data)),
  "MIMEType media-type": (data) => {
    const type = new util.MIMEType(text(data));
    return { type: type.type, subtype: type.subtype, parameters: [...type.params] };
  },
  "URL url": (data) => {
    const url = new URL(text(data));
    const password = url.password ? `:${url.password}` : "";
    const parts = {
      scheme: url.protocol.slice(0, -1),
      userInfo: url.username + password || undefined,
      host: url.hostname || (url.protocol === "file:" ? "" : undefined),
      port: url.port ? Number(url.port) : undefined,
      path: url.pathname,
      query: url.search ? url.search.slice(1) : undefined,
      fragment: url.hash ? url.hash.slice(1) : undefined,
    };
    return parts;
  },
  "http http-head": head,
};

// The response that a request gets from a connection, which has nothing but the head.
function head(data) {
  const connection = new stream.Duplex({ read() {}, write: (chunk, encoding, done) => done() });
  connection.setTimeout = connection.setNoDelay = connection.setKeepAlive = connection.ref = connection.unref = () => {};
  return new Promise((resolve, reject) => {
    const request = http.request({ createConnection: () => connection });
    request.on("error", reject);
    request.on("response", (response) => {
      response.on("error", () => {});
      const fields = [];
      for (let index = 0; index < response.rawHeaders.length; index += 2)
        fields.push(response.rawHeaders.slice(index, index + 2));
      resolve({ status: response.statusCode, reason: response.statusMessage, fields });
    });
    request.end();
    connection.push(data);
    connection.push(null);
  });
}

if (process.argv[2] === "--versions") {
  const versions = {};
  for (const key of Object.keys(peers)) versions[key.split(" ")[0]] = `Node ${process.version.slice(1)}`;
  versions.zlib += `, zlib ${process.versions.zlib.split("-")[0]}`;
  console.log(JSON.stringify({ versions, peers: Object.keys(peers).map((key) => key.split(" ")) }));
} else {
  const run = peers[`${process.argv[2]} ${process.argv[3]}`];
  for await (const line of readline.createInterface({ input: fs.createReadStream(null, { fd: Number(process.env.SLUICE_LINES) }) })) {
    let reply;
    try {
      reply = { accepted: true, result: await run(fs.readFileSync(JSON.parse(line).file)) };
    } catch (error) {
      reply = { accepted: false, error: `${error.name}: ${error.message}`.slice(0, 200) };
    }
    fs.writeSync(1, JSON.stringify(reply, wellFormed) + "\n");
  }
}
