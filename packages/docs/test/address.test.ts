import { expect, test } from "vitest";
import { readAddress, saysReady } from "../src/browser/try-it/address.ts";

const page = "http://10.1.2.3:4010";

test.each([
  ["", undefined],
  ["  ", undefined],
  ["https://service.example.com/", "https://service.example.com"],
  ["https://service.example.com/behind/a/path//", "https://service.example.com/behind/a/path"],
  [" http://127.0.0.1:4010 ", "http://127.0.0.1:4010"],
  ["http://localhost:4010", "http://localhost:4010"],
  ["http://10.1.2.3:4010/", page],
])("%j is the address %j", (text, address) => {
  expect(readAddress(text, page)).toBe(address);
});

test.each([
  ["service.example.com", "is not an address"],
  ["http://service.example.com", "unencrypted"],
  ["http://127.0.0.1.example.com", "unencrypted"],
  ["ftp://127.0.0.1", "unencrypted"],
  ["javascript:alert(1)", "unencrypted"],
  ["https://user:secret@service.example.com", "Leave credentials"],
  ["https://service.example.com/?token=x", "Leave credentials"],
])("%j is refused, which says why", (text, reason) => {
  expect(() => readAddress(text, page)).toThrow(reason);
});

test.each([
  ["ready\n", true],
  ["ready\nwrites: the disk is full\n", true],
  ["not ready\nreads: nothing is listening there\n", false],
  ["<!doctype html>ready", false],
])("%j says whether a service is ready: %j", (text, isReady) => {
  expect(saysReady(text)).toBe(isReady);
});
