import assert from "node:assert/strict";
import { afterEach, beforeEach, describe, it } from "node:test";
import { createSandbox, nic } from "./sandbox.ts";
import type { Outcome, Sandbox } from "./sandbox.ts";
import { dash } from "./shells.ts";
import { stubIperf3 } from "./tool-stubs.ts";

describe(`the kit's choice of interface`, () => {
  let guest: Sandbox;
  beforeEach(() => {
    guest = createSandbox(dash);
    stubIperf3(guest, "tcp");
    guest.write("sys/class/net/ens224/mtu", "9000\n");
  });
  afterEach(() => guest.dispose());
  const plan = (...args: string[]): Outcome => guest.run("--dry-run", "--target", ...args);

  it("follows the route to the target", () => {
    guest.stub("ip", '[ "$*" = "route get 192.0.2.10" ] && echo "192.0.2.10 dev ens224 src 192.0.2.11 uid 0"');
    assert.match(plan("192.0.2.10").stderr, /by interface ens224 /);
  });
  it("follows the route to the address of a named target", () => {
    guest.stub("getent", '[ "$*" = "ahostsv4 peer.example.org" ] && echo "192.0.2.10 STREAM peer.example.org"');
    guest.stub("ip", '[ "$*" = "route get 192.0.2.10" ] && echo "192.0.2.10 dev ens224 src 192.0.2.11 uid 0"');
    assert.match(plan("peer.example.org").stderr, /target +peer\.example\.org, by interface ens224 /);
  });
  it("follows the interface in a link-local address", () => {
    guest.stub("ip", '[ "$*" = "route get fe80::10 dev ens224" ] && echo "fe80::10 from :: dev ens224 src fe80::11"');
    assert.match(plan("fe80::10%ens224").stderr, /target +fe80::10%ens224, by interface ens224 /);
  });
  it("refuses an interface the traffic does not pass", () => {
    const { status, stderr } = plan("192.0.2.10", "--interface", "ens224");
    assert.equal(status, 2);
    assert.match(stderr, new RegExp(`192\\.0\\.2\\.10 is reached by ${nic}, not by ens224`));
  });
  it("refuses to measure this very machine", () => {
    guest.stub("ip", 'echo "local $3 dev lo src $3 uid 0"');
    const { status, stderr } = plan("192.0.2.10");
    assert.equal(status, 2);
    assert.match(stderr, /192\.0\.2\.10 is this machine: the traffic would pass no adapter/);
  });
  it("names a host that cannot be resolved", () => {
    guest.stub("getent", "exit 2");
    const { status, stderr } = plan("peer.example.org");
    assert.equal(status, 2);
    assert.match(stderr, /peer\.example\.org cannot be resolved: check the name, or name the address/);
  });
  it("names a host that no route leads to", () => {
    guest.stub("ip", 'echo "RTNETLINK answers: Network is unreachable" >&2; exit 2');
    const { status, stderr } = plan("192.0.2.10");
    assert.equal(status, 2);
    assert.match(stderr, /no route to 192\.0\.2\.10: this guest does not know a way/);
  });
  it("needs a network of its own for each of two adapters", () => {
    const { status, stderr } = plan("192.0.2.10", "--a", nic, "--b", "ens224");
    assert.equal(status, 2);
    assert.match(stderr, /not by ens224: give each adapter a network and a target of its own, --target HOST_A,HOST_B/);
  });
  it("asks for the interface where no route can be read", () => {
    guest.remove("ip");
    const { status, stderr } = plan("192.0.2.10");
    assert.equal(status, 2);
    assert.match(stderr, /cannot tell by which interface 192\.0\.2\.10 is reached: name it with --interface/);
    assert.match(plan("192.0.2.10", "--interface", "ens224").stderr, /by interface ens224 /);
  });
});
