import assert from "node:assert/strict";
import { test } from "node:test";
import { auditFleet } from "../../../../advisor/fleet/judge/audit.ts";
import { readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";
import { FORMATS } from "../../../../advisor/fleet/report/formats.ts";
import { fleet } from "../../advisor/fleet/knowledge.ts";
import { advisor } from "../../advisor/knowledge.ts";

const inputs = [
  [
    "vNetwork.csv",
    "VM,NIC label,Adapter,Mac Address,Starts Connected,VM ID,VI SDK UUID\n" +
      "vm01,Network adapter 1,Vmxnet3,00:50:56:00:00:01,True,vm-1,x\n",
  ],
  [
    "vInfo.csv",
    "VM,Powerstate,Template,NICs,HW version,Cluster,OS according to the configuration file,VM ID,VI SDK UUID\n" +
      "vm01,poweredOn,False,1,13,CL-A,Debian GNU/Linux 12 (64-bit),vm-1,x\n" +
      "vm02,poweredOff,False,1,14,CL-B,Red Hat Enterprise Linux 9 (64-bit),vm-2,x\n",
  ],
].map(([name = "", text]) => ({ name, bytes: new TextEncoder().encode(text) }));

test("a machine whose adapters are not in the file has the facts of its own row, and the place of that row", async () => {
  const audit = auditFleet(await readFleet(inputs), advisor, fleet);
  const [, absent] = audit.adapters;
  assert.deepEqual(
    [absent?.machine, absent?.guestAsWritten, absent?.poweredOn, absent?.template, absent?.cluster],
    ["vm02", "Red Hat Enterprise Linux 9 (64-bit)", false, false, "CL-B"],
  );
  assert.deepEqual([absent?.virtualHardware, absent?.verdict], [14, "cannot-tell"]);
  const context = { knowledge: advisor.knowledge, fleet, failOn: "warning" } as const;
  assert.match(
    [...FORMATS.table(audit, context)].join(""),
    /vm02: Cannot tell: not stated \(Red Hat Enterprise Linux 9 \(64-bit\)\)/,
  );
  for (const [format, size] of [
    ["table", /^2 VMs, 1 adapter, 1 VM without listed adapters$/m],
    ["md", /^2 VMs, 1 adapter, 1 VM without listed adapters\. /m],
    ["html", /2 VMs, 1 adapter in 2 files · 1 VM without listed adapters · /],
  ] as const)
    assert.match([...FORMATS[format](audit, context)].join(""), size);
  const sarif = JSON.parse([...FORMATS.sarif(audit, context)].join(""));
  const { artifactLocation, region } = sarif.runs[0].results.at(-1).locations[0].physicalLocation;
  assert.deepEqual([artifactLocation.uri, region.startLine], ["vInfo.csv", 3]);
});
