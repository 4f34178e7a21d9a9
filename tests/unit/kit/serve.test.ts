import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, it } from "node:test";
import { createSandbox, nic } from "./sandbox.ts";
import type { Sandbox } from "./sandbox.ts";
import { endOf } from "./session.ts";
import { dash, demand } from "./shells.ts";

const sleep = demand("sleep");

describe("the kit's servers", () => {
  let guest: Sandbox;
  beforeEach(() => {
    guest = createSandbox(dash);
    guest.stub("iperf3", `exec ${sleep} 60`);
  });
  afterEach(() => guest.dispose());
  const read = (name: string): string => readFileSync(`${guest.folder}/calls.${name}`, "utf8");
  /** Serves until a condition of the shell holds, then does what is given and stops; does something else before it asks. */
  const serveUntil = (condition: string, last = ":", first = ":"): void => {
    guest.stub("sleep", `${first}\nif ${condition}; then ${last}; kill -TERM $PPID; fi`);
    const { status, stderr } = guest.run("--serve");
    assert.equal(status, 0, stderr);
  };

  it("serve an address that the machine has only later", () => {
    guest.stub(
      "ip",
      `echo >>"$CALLS.asked"
[ "$(grep -c '' "$CALLS.asked")" -lt 3 ] || echo "2: ${nic}    inet 192.0.2.77/24 scope global ${nic}"`,
    );
    const state = 'cat "$TMPDIR"/vnic-validate.*/state';
    serveUntil(`${state} | grep -q 192.0.2.77 || [ "$(grep -c '' "$CALLS.asked")" -gt 9 ]`, `${state} >"$CALLS.state"`);
    assert.match(read("state"), new RegExp(`^address\t${nic}\t-\t192\\.0\\.2\\.77$`, "m"));
  });
  it("serve an adapter that the machine has only later", () => {
    const state = 'cat "$TMPDIR"/vnic-validate.*/state';
    const add =
      'mkdir -p "$VNIC_ROOT/sys/class/net/ens224/statistics"; echo 9 >"$VNIC_ROOT/sys/class/net/ens224/statistics/rx_bytes"';
    for (const name of ["mkdir", "sh"]) guest.restore(name);
    serveUntil(
      `${state} | grep -q rx_bytes || { echo >>"$CALLS.slept"; [ "$(grep -c '' "$CALLS.slept")" -gt 9 ]; }`,
      `${state} >"$CALLS.state"`,
      add,
    );
    assert.match(read("state"), /^json\tadapter\tens224\t\{/m);
    assert.match(read("state"), /^net\tens224\trx_bytes\t9$/m);
  });
  it("name the one that ended, and its fault", () => {
    guest.stub(
      "iperf3",
      `case $* in *5202*) exec ${sleep} 60 ;; esac\necho "iperf3: error - unable to listen: in use" >&2\nexit 1`,
    );
    guest.stub("sockperf", `[ "$1" != --version ] || exit 0\necho "sockperf: started"\nexec ${sleep} 60`);
    guest.stub("sleep", `exec ${sleep} 1`);
    const { status, stderr } = guest.run("--serve");
    assert.equal(status, 1);
    assert.match(stderr, /^vnic-validate: iperf3 on port 5201 ended: iperf3: error - unable to listen: in use$/m);
  });
  it("end with all processes that they started", { timeout: 60_000 }, async () => {
    // Like netserver with a test whose client has gone.
    guest.stub("netserver", `${sleep} 120 &\necho $! >"$CALLS.child"\nwait`);
    serveUntil('[ -s "$CALLS.child" ]');
    await endOf(Number(read("child")));
  });
  for (const [version, ipv6, expected] of [
    ["3.7-no.git", true, "0.0.0.0"],
    ["3.10-0.git5ebd327da983", true, "::"],
    ["3.10-0.git5ebd327da983", false, "0.0.0.0"],
  ] as const) {
    it(`listen with sockperf ${version} on ${expected} if the machine has ${ipv6 ? "" : "no "}IPv6`, () => {
      if (ipv6) guest.write("proc/net/if_inet6", "");
      guest.stub(
        "sockperf",
        `[ "$1" != --version ] || { echo "sockperf, version ${version}"; exit; }\necho "$*" >"$CALLS.sockperf"\nexec ${sleep} 60`,
      );
      serveUntil('[ -s "$CALLS.sockperf" ]');
      assert.equal(read("sockperf"), `server -i ${expected} -p 11111\n`);
    });
  }
});

describe("the kit with sockperf and an IPv6 target", () => {
  let guest: Sandbox;
  beforeEach(() => (guest = createSandbox(dash)));
  afterEach(() => guest.dispose());
  const ask = (version: string): string => {
    guest.stub("sockperf", `[ "$1" != --version ] || { echo "sockperf, version ${version}"; exit; }\nexit 1`);
    const { status, stderr } = guest.run("--target", "fd77::2", "--tool", "sockperf", "--test", "request-response");
    assert.equal(status, 2, stderr);
    return stderr;
  };

  it("says that a version before 3.8 knows only IPv4", () => {
    assert.match(ask("3.7-no.git"), /sockperf 3\.7 knows only IPv4: install version 3\.8 or later, or name an IPv4/);
  });
  it("names the address on which the server has to listen", () => {
    assert.match(ask("3.10-0.git5ebd"), /start "sockperf server -i :: -p 11111" \(version 3\.8 or later\) there/);
  });
});
