#!/usr/bin/env python3
"""Signs URLs for the parts of a file in an upload to S3, and completes the upload.

    s3.py sign plan.jsonl s3://bucket/holiday.mov   starts an upload, and writes urls.txt and upload.json
    s3.py complete <parts.json                      completes it with the list of `sluice upload-parts finish`
    s3.py abort                                     deletes what was sent

If upload.json exists, `sign` signs new URLs for the same upload. The credentials, the region and the endpoint are those
of boto3, such as AWS_PROFILE and AWS_ENDPOINT_URL.
"""

import argparse
import json
import os
import pathlib
import sys

import boto3
from botocore.client import Config

UPLOAD, URLS = pathlib.Path("upload.json"), pathlib.Path("urls.txt")


def sign(client, plan, target, seconds):
    bucket, _, key = target.removeprefix("s3://").partition("/")
    if UPLOAD.exists():
        upload = json.loads(UPLOAD.read_text())
        if (upload["Bucket"], upload["Key"]) != (bucket, key):
            sys.exit(f"{UPLOAD} is that of an upload to s3://{upload['Bucket']}/{upload['Key']}")
    else:
        upload = {"Bucket": bucket, "Key": key}
        upload["UploadId"] = client.create_multipart_upload(**upload)["UploadId"]
        UPLOAD.write_text(json.dumps(upload))
    with open(plan) as lines, open(URLS, "w") as urls:
        for number in range(1, json.loads(next(lines))["parts"] + 1):
            part = {**upload, "PartNumber": number}
            print(client.generate_presigned_url("upload_part", Params=part, ExpiresIn=seconds), file=urls)


def end(method, **parameters):
    method(**json.loads(UPLOAD.read_text()), **parameters)
    UPLOAD.unlink()
    URLS.unlink(missing_ok=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = arguments.add_subparsers(dest="command", required=True)
    command = commands.add_parser("sign")
    command.add_argument("plan", help="the plan of `sluice upload-parts plan`")
    command.add_argument("target", help="s3://BUCKET/KEY")
    command.add_argument("--seconds", type=int, default=86_400, help="for how long the URLs are valid (86400)")
    commands.add_parser("complete")
    commands.add_parser("abort")
    options = arguments.parse_args()
    # Who has the URLs may write the object.
    os.umask(0o077)
    # A store may join the parts for minutes. A repeated request would not find them any more.
    client = boto3.client("s3", config=Config(signature_version="s3v4", read_timeout=600))
    if options.command == "sign":
        sign(client, options.plan, options.target, options.seconds)
    elif options.command == "complete":
        end(client.complete_multipart_upload, MultipartUpload=json.load(sys.stdin))
    else:
        end(client.abort_multipart_upload)


if __name__ == "__main__":
    main()
