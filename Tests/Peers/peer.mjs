// An adapter between `sluice corpus run --lines` and the parsers of Node: peer.mjs PARSER FORMAT.

import crypto from "node:crypto";
import fs from "node:fs";
import readline from "node:readline";
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
  "URL url": (data) => (new URL(text(data)), undefined),
};

if (process.argv[2] === "--versions") {
  const versions = {};
  for (const key of Object.keys(peers)) versions[key.split(" ")[0]] = `Node ${process.version.slice(1)}`;
  versions.zlib += `, zlib ${process.versions.zlib}`;
  console.log(JSON.stringify({ versions, peers: Object.keys(peers).map((key) => key.split(" ")) }));
} else {
  const run = peers[`${process.argv[2]} ${process.argv[3]}`];
  for await (const line of readline.createInterface({ input: process.stdin })) {
    let reply;
    try {
      reply = { accepted: true, result: run(fs.readFileSync(JSON.parse(line).file)) };
    } catch (error) {
      reply = { accepted: false, error: `${error.name}: ${error.message}`.slice(0, 200) };
    }
    fs.writeSync(1, JSON.stringify(reply, wellFormed) + "\n");
  }
}
