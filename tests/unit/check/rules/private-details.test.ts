import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { findPrivateDetail, isPrivateHost } from "../../../../tools/check/private-details.ts";
import { noLiveValues, noPrivateDetails } from "../../../../tools/check/rules/addresses.ts";
import { change, checkInWorld } from "../support/world.ts";

const found: [text: string, detail: string][] = [
  ["10.0.0.1", "10.0.0.1"],
  ["local 172.16.0.9 port 5001", "172.16.0.9"],
  ["to 172.31.255.254.", "172.31.255.254"],
  ["(192.168.1.20:5201)", "192.168.1.20"],
  ["192.168.1.0/24", "192.168.1.0/24"],
  ["169.254.10.20", "169.254.10.20"],
  ["1 vCPU, 10.20.30.40, 2 GB", "10.20.30.40"],
  ["fc00::17", "fc00::17"],
  ["fd00:1:2::3", "fd00:1:2::3"],
  ["ping fe80::250:56ff:fe9a:12fe%eth0", "fe80::250:56ff:fe9a:12fe"],
  ["FEBF::1", "FEBF::1"],
  ["00:0c:29:11:22:33", "00:0c:29:11:22:33"],
  ["00-50-56-9A-12-FE", "00-50-56-9A-12-FE"],
  ["0050.569a.12fe", "0050.569a.12fe"],
  ["52:54:00:12:34:56", "52:54:00:12:34:56"],
  ["ssh root@esx07.lan", "esx07.lan"],
  ["https://esx07.lan/ui", "esx07.lan"],
  ["the host esx07.lab.corp.", "esx07.lab.corp"],
  ["NAS.home.arpa", "NAS.home.arpa"],
  ["printer.LOCAL", "printer.LOCAL"],
];

const nothing: string[] = [
  "11.0.0.1, 172.15.0.1, 172.32.0.1, 192.167.1.1, 192.169.1.1, 169.253.1.1",
  "192.0.2.1, 198.51.100.1, 203.0.113.1, 127.0.0.1, 0.0.0.0, 255.255.255.0, 8.8.8.8",
  "10.0.0.256 and 10.0.0 and 10.0.0.1.2 are no addresses",
  "10.0.0.0/8, 172.16.0.0/12, 192.168.0.0/16, fc00::/7, fe80::/10",
  "driver 10.1.1.5, Version 10.0.14.2, build 10.0.0.1, firmware 10.2.3.4, v10.0.0.7",
  "driver version 10.1.1.5 and build-10.0.0.1 and 10.0.0.1-k and e1000-10.0.0.1",
  "2001:db8::1, ::1, fe:ed, 12:30:45, 00:1f.6, 0000:00:1f.6, fdde:",
  "00:00:5E:00:53:01, 01:00:5e:90:10:00, 33:33:00:00:00:01, ff:ff:ff:ff:ff:ff, 00:00:00:00:00:00, AA:BB:CC:DD:EE:FF",
  "12:34:56:78:9a:bc:de, 12:34:56:78:9a, 00:50:56:XX:YY:ZZ",
  "<SERVER-IP>, example.com, vcenter.example.org, intel.com",
  "/etc/rc.local, rc.local, jail.local(5), the local lan, an internal network, std::local, foo.locale, foo.local.example.org",
];

describe("private details", () => {
  for (const [text, detail] of found)
    it(`are found in ${text}`, () => assert.equal(findPrivateDetail(text)?.found, detail));
  for (const text of nothing) it(`are not found in ${text}`, () => assert.equal(findPrivateDetail(text), undefined));
  it("are no four numbers where a field tells a version", () => {
    assert.equal(findPrivateDetail("ixgben 10.0.0.1", true), undefined);
    assert.equal(findPrivateDetail("00:50:56:9a:12:fe", true)?.found, "00:50:56:9a:12:fe");
  });
  it("give way to a placeholder in the code of a step, as other addresses do", () => {
    for (const [written, placeholder] of [
      ["10.0.0.7", "{target-address}"],
      ["00:0c:29:11:22:33", "{mac}"],
      ["esx07.lan", "{host}"],
    ] as const) {
      const text = change("step", "-net {network}", `-net ${written}`);
      const findings = checkInWorld("step", text, "sample-step", [noPrivateDetails, noLiveValues]);
      assert.ok(findings.some(({ rule }) => rule === "no-private-details"));
      for (const { help } of findings) assert.ok(help?.startsWith(`write a placeholder such as ${placeholder}`), help);
    }
  });
  it("are hosts that one network knows", () => {
    for (const host of ["localhost", "10.0.0.1", "[fd00::1]", "wiki.corp", "LOCALHOST"])
      assert.ok(isPrivateHost(host), host);
    for (const host of ["example.org", "192.0.2.1", "[2001:db8::1]", "localhost.example.org"])
      assert.ok(!isPrivateHost(host), host);
  });
});
