import assert from "node:assert/strict";
import { test } from "node:test";
import { findFamilies } from "../../../../tools/site/compile/effects.ts";
import { createAtlas, groupRecords } from "../../../../tools/site/compile/records.ts";
import { authoredRecords } from "../../../authored-records.ts";

const { guests } = createAtlas(groupRecords(authoredRecords));
const windows = ["windows-server", "windows-client"];

const stated: [words: string | undefined, families: string[] | undefined][] = [
  ["Windows Server 2008 R2 and 2012 R2", windows],
  ["Windows 10", windows],
  ["Windows 98 SE", ["windows-9x"]],
  ["FreeBSD 8-STABLE", ["freebsd"]],
  ["Fedora 18", ["linux"]],
  ["Ubuntu", ["linux"]],
  ["RHEL 6", ["linux"]],
  ["SLES 11 SP1", ["linux"]],
  ["Debian 12.10", ["linux"]],
  ["VMware ESXi 6.5", ["esxi"]],
  ["1-vCPU VM, guest not stated", []],
  [undefined, undefined],
];
for (const [words, families] of stated)
  test(`finds the families of the guest that a study calls ${words}`, () =>
    assert.deepEqual(findFamilies(words, guests), families));
