import { setTimeout as pause } from "node:timers/promises";
import { ToolError } from "../records/command-line.mjs";
import type { LabAdapter } from "./adapters.ts";
import type { Image } from "./image/image.ts";
import { makeRecord, observe } from "./observe.ts";
import type { LabRecord } from "./result.ts";
import { makeTemporaryFolder, makeTidy, type Tidy } from "./tidy.ts";
import { type Bar, findBars, readResourceFile, watchLog } from "./trace.ts";
import { type Machine, startMachine, within } from "./machine.ts";
import { listPlaces } from "./qemu.ts";
import { guestAddress, openWire, type Wire } from "./wire.ts";
import { openTap, type Tap } from "./tap.ts";
import type { Bench, Workload } from "./workloads.ts";

/** One boot of one adapter, and what is measured in it. */
interface SessionPlan {
  adapter: LabAdapter;
  repetition: number;
  workloads: readonly Workload[];
  /** Packets or transactions of the sparse workloads. */
  rounds: number;
  /** Multiplies the pauses between packets. */
  patience: number;
  /** Properties that the device gets besides, such as packed=on. */
  properties: readonly string[];
  icount: boolean;
  wire: "stream" | "tap";
}

/** What sessions share. */
export interface Laboratory {
  qemu: string;
  image: Image;
  /** Where a session may put its sockets and logs for its time; best in memory. */
  scratch: string;
  tidy: Tidy;
}

/** A workload takes some seconds, and up to ten times as long on a busy machine. */
const workloadLimitSeconds = 90;
/** The drivers' first questions after the link is up are not part of carrying packets. */
const settleMilliseconds = 500;

/** Boots the adapter, runs the workloads one after the other and returns a record of each. Leaves nothing behind. */
export async function runSession(
  plan: SessionPlan,
  laboratory: Laboratory,
  report: (doing: string) => void,
): Promise<LabRecord[]> {
  const { adapter, repetition, rounds, patience } = plan;
  // A separate clean-up list, so that resources are released when the session ends, not when the program does.
  const tidy = makeTidy();
  const leave = laboratory.tidy.add(() => tidy.undoAll());
  try {
    report("boot");
    const begin = performance.now();
    const folder = makeTemporaryFolder(tidy, laboratory.scratch);
    const tap = plan.wire === "tap" ? openTap(adapter.queues, tidy) : null;
    const stream = tap ? null : await openWire(listPlaces(folder).wire, tidy);
    const machine = await startMachine(laboratory.qemu, planMachine(plan, laboratory.image, folder, tap), tidy);
    const untilItEnds = <T>(promise: Promise<T>): Promise<T> => Promise.race([promise, machine.ended]);
    const name = adapter.interface;
    for (const command of [...adapter.afterBoot, `lab_up ${name}`]) await untilItEnds(machine.agent.run(command, 60));
    // The guest learns the address of tx1's target now, not while it counts.
    await untilItEnds(machine.agent.run("ping -c 1 -W 1 192.0.2.3 >/dev/null || true", 20));
    const bars = await untilItEnds(findWindows(machine, name));
    const driver = await untilItEnds(machine.agent.run(askForDriver(name), 20));
    await untilItEnds(pause(settleMilliseconds));
    const bootSeconds = (performance.now() - begin) / 1000;
    const log = watchLog(listPlaces(folder).trace);
    tidy.add(log.close);
    if (tap) await untilItEnds(machine.agent.run("iperf3 -s -D", 20));
    const bench: Bench = {
      agent: machine.agent,
      wire: stream ?? makeCountingWire(tap),
      interface: name,
      patience,
      log,
      transfer: makeTransfer(tap),
    };
    const records: LabRecord[] = [];
    for (const workload of plan.workloads) {
      report(workload.id);
      const observing = observe(workload, bench, {
        machine,
        bars,
        adapter,
        rounds,
        traceLog: listPlaces(folder).trace,
      });
      const observation = await within(
        (workload.limitSeconds ?? workloadLimitSeconds) * patience,
        `${adapter.id} ${workload.id}`,
        untilItEnds(observing),
      );
      records.push(makeRecord(workload, observation, { adapter, driver: driver.trim(), repetition, bootSeconds }));
    }
    return records;
  } finally {
    leave();
  }
}

/** QEMU knows the windows of the device it was given; those of a virtual function only the guest knows. */
async function findWindows(machine: Machine, name: string): Promise<Bar[]> {
  const bars =
    name === "eth0"
      ? findBars(await machine.qmp.execute("query-pci"), "nic0")
      : readResourceFile(await machine.agent.run(`cat $(lab_device ${name})/resource`, 20));
  if (bars.length === 0) throw new ToolError(`found no register window of ${name}`);
  return bars;
}

/** Prints the driver's name, and its version where it has one of its own. */
function askForDriver(name: string): string {
  const folder = `/sys/class/net/${name}/device/driver/module`;
  return `echo $(basename $(readlink -f ${folder})) $(cat ${folder}/version 2>/dev/null)`;
}

/** Over a TAP the lab sends nothing of its own; frames are counted there all the same. */
function makeCountingWire(tap: Tap | null): Wire {
  const refuse = () => {
    throw new ToolError("this workload requires the lab's own wire");
  };
  return { counts: () => tap?.counts() ?? { fromGuest: 0, toGuest: 0 }, sendLocal: refuse, ping: refuse };
}

function makeTransfer(tap: Tap | null): Bench["transfer"] {
  return async (options, limitSeconds) => {
    if (!tap) throw new ToolError("bulk transfers require a TAP");
    await tap.run("iperf3", ["-c", guestAddress, ...options], limitSeconds);
  };
}

function planMachine({ adapter, properties, icount }: SessionPlan, image: Image, folder: string, tap: Tap | null) {
  // A virtual function's driver is loaded when there is a virtual function.
  const early = adapter.afterBoot.length > 0 ? adapter.modules.slice(0, 1) : adapter.modules;
  return {
    folder,
    kernel: image.kernel,
    initramfs: image.initramfs,
    modules: [...new Set([...early, "pktgen"].flatMap((name) => image.loadOrder[name] ?? []))],
    append: adapter.append,
    device: adapter.device,
    before: adapter.before,
    properties,
    vcpus: adapter.vcpus,
    wire: tap
      ? ({ kind: "tap", name: tap.name, namespace: tap.namespace, queues: adapter.queues } as const)
      : ({ kind: "stream" } as const),
    icount,
  };
}
