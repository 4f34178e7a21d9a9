import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { joinPacketRates, readPacketRates } from "../../../../advisor/fleet/read/rates/join-rates.ts";
import type { PacketRate } from "../../../../advisor/fleet/read/rates/rate.ts";
import { readFleet } from "../../../../advisor/fleet/read/read-fleet.ts";
import { fc, randomRuns } from "../../../chance.ts";

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string) => readPacketRates([{ name: "rates", bytes: encode(text) }]);

const sar = `Linux 5.14.0 (app01.example.org) \t11/24/2026 \t_x86_64_\t(4 CPU)

12:00:01 AM        CPU     %user     %nice   %system   %iowait    %steal     %idle
12:10:01 AM        all      1.00      0.00      1.00      0.00      0.00     98.00

12:00:01 AM     IFACE   rxpck/s   txpck/s    rxkB/s    txkB/s   rxcmp/s   txcmp/s  rxmcst/s   %ifutil
12:10:01 AM        lo     99999     99999      1.00      1.00      0.00      0.00      0.00      0.00
12:10:01 AM    \u001b[36mens192\u001b[0m   1000.50    500.25      1.00      1.00      0.00      0.00      0.00      0.00
12:20:01 AM    ens192   4000.00   1000.00      1.00      1.00      0.00      0.00      0.00      0.00

12:00:01 AM     IFACE   rxerr/s   txerr/s    coll/s  rxdrop/s  txdrop/s  txcarr/s  rxfram/s  rxfifo/s  txfifo/s
12:10:01 AM    ens192  90000.00  90000.00      0.00      0.00      0.00      0.00      0.00      0.00      0.00
12:30:01 AM  LINUX RESTART	(4 CPU)
Average:       ens192  99999.00  99999.00      1.00      1.00      0.00      0.00      0.00      0.00
`;

const sadfTable = `# hostname;interval;timestamp;IFACE;rxpck/s;txpck/s;rxkB/s;txkB/s;rxcmp/s;txcmp/s;rxmcst/s;%ifutil
app01;600;2026-11-24 00:10:01 UTC;lo;9;9;0;0;0;0;0;0
app01;600;2026-11-24 00:10:01 UTC;eth0;10,50;20.25;0;0;0;0;0;0
# hostname;interval;timestamp;IFACE;rxpck/s;txpck/s;rxkB/s;txkB/s;rxcmp/s;txcmp/s;rxmcst/s;%ifutil
app01;600;2026-11-24 00:20:01 UTC;eth0;5;5;0;0;0;0;0;0
`;

const sadfPairs = `app01\t600\t2026-11-24 00:10:01 UTC\teth0\trxpck/s\t100.00
app01\t600\t2026-11-24 00:10:01 UTC\teth0\ttxpck/s\t50.00
app01\t600\t2026-11-24 00:10:01 UTC\teth0\trxkB/s\t7.00
`;

const sadfJson = JSON.stringify({
  sysstat: {
    hosts: [
      {
        nodename: "app01",
        statistics: [
          {
            network: {
              "net-dev": [
                { iface: "lo", rxpck: 9, txpck: 9 },
                { iface: "eth0", rxpck: 100.5, txpck: 1 },
              ],
            },
          },
          { network: { "net-dev": [{ iface: "eth0", rxpck: 2000, txpck: 1000 }] } },
        ],
      },
    ],
  },
});

const row = (...cells: (string | number)[]): string => cells.map((cell) => `"${cell}"`).join(",");
const port = (name: string, counter: string): string =>
  `\\\\esx1.example.org\\Network Port(vSwitch0:33554438:98842:${name})\\${counter}/sec`;
const esxtop = [
  row(
    "(PDH-CSV 4.0) (UTC)(0)",
    "\\\\esx1.example.org\\Physical Cpu(_Total)\\% Util Time",
    "\\\\esx1.example.org\\Network Port(vSwitch0:33554434:vmnic0)\\Packets Received/sec",
    port("app.1.eth0", "Packets Transmitted"),
    port("app.1.eth0", "Multicast Packets Received"),
    port("app.1.eth0", "Packets Received"),
    port("db", "Packets Received"),
    port("db", "Packets Transmitted"),
  ),
  row("11/24/2026 00:00:00", 1, 9, 99999, 9, 99999, 9, 9),
  row("11/24/2026 00:00:05", 1, 9, 10.5, 9, 20, 1, 2),
  row("11/24/2026 00:00:10", 1, 9, 100, 9, 200, 3, 4),
  "",
].join("\n");

const counter = (name: string, direction: string): string =>
  `\\\\APP01\\Network Interface(${name})\\Packets ${direction}/sec`;
const typeperf = [
  "",
  row(
    "(PDH-CSV 4.0) (W. Europe Standard Time)(-60)",
    counter("vmxnet3 Ethernet Adapter", "Received"),
    counter("isatap.example.org", "Received"),
    counter("vmxnet3 Ethernet Adapter", "Sent"),
    counter("isatap.example.org", "Sent"),
  ),
  row("11/24/2026 10:00:00.000", " ", " ", " ", " "),
  row("11/24/2026 10:00:01.000", 1000.5, 9, 500.25, 9),
  row("11/24/2026 10:00:02.000", 10, 9, 5, 9),
  "",
  "The command completed successfully.",
  "",
].join("\r\n");

const ids = "11111111-2222-3333-4444-555555555555--66666666-7777-8888-9999-AAAAAAAAAAAA";
const hyperV = [
  row(
    "(PDH-CSV 4.0) (W. Europe Standard Time)(-60)",
    ...["Received", "Sent"].flatMap((way) =>
      [`web_01_Network Adapter_${ids}`, "vSwitch_Internal"].map(
        (name) => `\\\\HV01\\Hyper-V Virtual Network Adapter(${name})\\Packets ${way}/sec`,
      ),
    ),
  ),
  row("11/24/2026 10:00:01.000", 10, 9, 2000.5, 9),
].join("\r\n");

const metrics = JSON.stringify({
  sample: [
    {
      entity: { type: "VirtualMachine", value: "vm-101" },
      sampleInfo: [
        { timestamp: "2026-11-24T00:00:20Z", interval: 20 },
        { timestamp: "2026-11-24T00:00:40Z", interval: 20 },
      ],
      value: [
        { name: "net.packetsRx.summation", unit: "num", instance: "4001", value: [2000, 4000] },
        { name: "net.packetsTx.summation", unit: "num", instance: "4001", value: [2000, -1] },
        { name: "net.packetsRx.summation", unit: "num", instance: "", value: [9000, 9000] },
        { name: "net.packetsTx.summation", unit: "num", instance: "", value: [9000, 9000] },
        { name: "net.usage.average", unit: "KBps", instance: "", value: [1, 2] },
      ],
    },
  ],
});

const link = (packets: number): string =>
  JSON.stringify([
    { ifname: "lo", address: "00:00:00:00:00:00", stats64: { rx: { packets: 9 }, tx: { packets: 9 } } },
    { ifname: "ens192", address: "00:50:56:00:00:01", stats64: { rx: { packets }, tx: { packets: 100 } } },
  ]);
const links = `1764000000\n${link(1000)}\n1764000010\n${link(6000)}\n`;

test("rates of more adapters than a call takes arguments are read", async () => {
  const lines = Array.from({ length: 200_000 }, (_, at) => `app;600;2026-11-24 00:10:01 UTC;eth${at};1;2`);
  const { rates } = await read(["# hostname;interval;timestamp;IFACE;rxpck/s;txpck/s", ...lines].join("\n"));
  assert.equal(rates.length, lines.length);
});

test("the names of adapters are looked at a few times, however many rates there are", () => {
  let looks = 0;
  const rates = Array.from({ length: 500 }, (_, at): PacketRate => {
    const rate = { machine: null, packetRate: 1, counted: "guest", file: "rates", place: `line ${at}` } as const;
    return {
      ...rate,
      get adapter() {
        looks++;
        return `eth${at}`;
      },
    };
  });
  assert.equal(joinPacketRates([], rates).problems.length, 500);
  assert.ok(looks <= 5 * rates.length, `${looks} looks`);
});

test("two machines of one name on a host, or in a vCenter, have no rate", async () => {
  const other = (counter: string): string => port("db", counter).replace("98842", "98843");
  const host = [
    row(
      "(PDH-CSV 4.0) (UTC)(0)",
      ...["Received", "Transmitted"].flatMap((way) => [port("db", `Packets ${way}`), other(`Packets ${way}`)]),
    ),
    row("a", 1, 1, 1, 1),
    row("b", 2, 3, 4, 5),
    "",
  ].join("\n");
  const sample = (value: string) => ({
    entity: { value },
    name: "db",
    sampleInfo: [{ interval: 20 }],
    value: ["Rx", "Tx"].map((way) => ({ name: `net.packets${way}.summation`, instance: "4000", value: [200] })),
  });
  const vcenter = JSON.stringify({ sample: [sample("vm-1"), sample("vm-2")] });
  for (const text of [host, vcenter]) {
    const { rates, problems } = await read(text);
    assert.deepEqual(rates, []);
    assert.match(problems.map((one) => one.text).join(), /2 adapters are called db/);
  }
});

describe("a file with one direction only gives what is there, and says so", () => {
  const oneWay = JSON.stringify({
    sample: [
      {
        entity: { value: "db" },
        sampleInfo: [{ interval: 20 }],
        value: [{ name: "net.packetsTx.summation", instance: "4000", value: [400] }],
      },
    ],
  });
  for (const [format, text] of [
    [
      "esxtop",
      [row("(PDH-CSV 4.0) (UTC)(0)", port("db", "Packets Received")), row("a", 9), row("b", 20), ""].join("\n"),
    ],
    ["sadf -p", "db\t600\t2026-11-24 00:10:01 UTC\teth0\trxpck/s\t20.00\n"],
    ["govc metric.sample -json", oneWay],
  ] as const)
    test(format, async () => {
      const { rates, problems } = await read(text);
      assert.deepEqual(
        rates.map(({ machine, packetRate }) => [machine, packetRate]),
        [["db", 20]],
      );
      assert.match(problems.map((one) => one.text).join(), /^For 1 of 1 adapters, .* one direction only/);
    });
});

/** The interface behind the rates, as `sar --pretty` and `sar -h` print it. */
const pretty = sar.replaceAll(/^(.*?) +(IFACE|lo|\S*ens192\S*)( .*)$/gm, "$1 $3 $2");

describe("packet rates are the peak of the busier direction", () => {
  for (const [format, text, expected] of [
    ["sar -n DEV", sar, [["app01.example.org", "ens192", 4000, "guest", "line 9"]]],
    ["sar -n DEV --pretty", pretty, [["app01.example.org", "ens192", 4000, "guest", "line 9"]]],
    ["sadf -d", sadfTable, [["app01", "eth0", 20.25, "guest", "line 3"]]],
    ["sadf -p", sadfPairs, [["app01", "eth0", 100, "guest", "line 1"]]],
    ["sadf -j", sadfJson, [["app01", "eth0", 2000, "guest", "$.sysstat.hosts[0].statistics[1].network.net-dev[0]"]]],
    [
      "esxtop -b, without its first sample",
      esxtop,
      [
        ["app.1", "ethernet0", 200, "host", "line 4"],
        ["db", undefined, 4, "host", "line 4"],
      ],
    ],
    ["typeperf", typeperf, [["APP01", "vmxnet3 Ethernet Adapter", 1000.5, "guest", "line 4"]]],
    ["typeperf of a Hyper-V host", hyperV, [["web_01", "Network Adapter", 2000.5, "host", "line 2"]]],
    ["govc metric.sample -json", metrics, [["vm-101", "ethernet1", 200, "host", "$.sample[0].sampleInfo[1]"]]],
    ["ip -s -j link, twice", links, [[null, "ens192", 500, "guest", "line 4"]]],
  ] as const)
    test(format, async () => {
      const { rates, problems } = await read(text);
      assert.deepEqual(problems, []);
      assert.deepEqual(
        rates.map(({ machine, adapter, packetRate, counted, place }) => [machine, adapter, packetRate, counted, place]),
        expected,
      );
    });

  test("an average counts if a file has nothing else", async () => {
    const heading =
      "Average:        IFACE   rxpck/s   txpck/s    rxkB/s    txkB/s   rxcmp/s   txcmp/s  rxmcst/s   %ifutil";
    const average =
      "Average:       ens192     10.00     20.00      1.00      1.00      0.00      0.00      0.00      0.00";
    const banner = sar.split("\n")[0];
    assert.equal((await read([banner, "", heading, average].join("\n"))).rates[0]?.packetRate, 20);
    assert.equal((await read([sar, "", heading, average].join("\n"))).rates[0]?.packetRate, 4000);
  });

  test("several outputs of esxtop have their own columns and first samples", async () => {
    const other = [
      row("(PDH-CSV 4.0) (UTC)(0)", port("db", "Packets Transmitted"), port("web.eth1", "Packets Received")),
      row("11/24/2026 00:00:00", 99999, 99999),
      row("11/24/2026 00:00:05", 7, 8.5),
      "",
    ].join("\r\n");
    const { rates, problems } = await read(`${esxtop}\ufeff${other}${other.split("\r\n").slice(0, 2).join("\n")}`);
    assert.deepEqual(
      rates.map(({ machine, packetRate, place }) => `${machine} ${packetRate} ${place}`),
      ["app.1 200 line 4", "db 7 line 7", "web 8.5 line 7"],
    );
    assert.deepEqual(
      problems.map(({ place, text }) => `${place}: ${text}`.slice(0, 42)),
      ["line 8: The file has only the first sample", "file: For 1 of 3 adapters, the file has pa"],
    );
  });

  test("readings of several machines are compared with the same machine's", async () => {
    const other = (packets: number): string => link(packets).replace("00:50:56:00:00:01", "00:50:56:00:00:02");
    const readings = [link(1000), other(50_000), link(6000), other(50_100)];
    const one = (index: number, text = readings[index]): string => `${1764000000 + 10 * index}\n${text}\n`;
    const ratesOf = async (text: string): Promise<[string[], string[]]> => {
      const { rates, problems } = await read(text);
      return [
        rates.map(({ mac, packetRate, place }) => `${mac} ${packetRate} ${place}`),
        problems.map(({ place, text: words }) => `${place}: ${words}`),
      ];
    };
    const expected = ["00:50:56:00:00:01 250 line 6", "00:50:56:00:00:02 5 line 8"];
    assert.deepEqual(await ratesOf([0, 1, 2, 3].map((index) => one(index)).join("")), [expected, []]);
    // Of the second machine the clock is behind.
    const [first, second] = [`${one(0)}${one(2)}`, `1700000000\n${other(50_000)}\n1700000020\n${other(50_100)}\n`];
    assert.deepEqual(await ratesOf(first + second), [["00:50:56:00:00:01 250 line 4", expected[1]], []]);
    assert.deepEqual(await ratesOf(one(0) + one(1)), [
      [],
      ["file: The file has one reading of each interface. A rate requires two readings, some time apart."],
    ]);
  });

  for (const [what, text, problem] of [
    ["one reading", `1764000000\n${link(1)}`, /one reading/],
    ["readings without times", `${link(1)}\n${link(2)}`, /time of this reading is missing/],
    ["counters that went back", `1764000000\n${link(9)}\n1764000010\n${link(1)}`, /counters of ens192 were reset/],
    ["one sample of esxtop", esxtop.split("\n").slice(0, 2).join("\n"), /only the first sample/],
    ["a counter log of Windows in another language", typeperf.replaceAll("Packets", "Pakete"), /English.*typeperf/],
    ["another file", "hello", /has no packet rates/],
    ["broken JSON", '{"sysstat": {"hosts": [', /JSON is not valid/],
  ] as const)
    test(`${what} is named`, async () => {
      const { rates, problems } = await read(text);
      assert.deepEqual(rates, []);
      assert.match(problems.map(({ place, text: words }) => `${place}: ${words}`).join(), problem);
    });

  test("damaged files give problems, never an error", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(sar, sadfTable, sadfPairs, sadfJson, esxtop, typeperf, hyperV, metrics, links),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.string({ maxLength: 5 }),
        async (text, at, junk) => {
          const from = Math.floor(at * text.length);
          for (const damaged of [
            text.slice(0, from),
            text.slice(0, from) + junk + text.slice(from),
            text.slice(from),
          ]) {
            const { problems } = await read(damaged);
            for (const { text: words } of problems) assert.doesNotMatch(words, /cannot be read/);
          }
        },
      ),
      { numRuns: randomRuns(200) },
    );
  });
});

describe("packet rates are joined", () => {
  const inventory = encode(
    [
      "VM,NIC label,Adapter,Mac Address,Starts Connected,VM ID,VI SDK UUID",
      "app01,Network adapter 1,Vmxnet3,00:50:56:00:00:01,True,vm-101,x",
      "app01,Network adapter 2,Vmxnet3,00:50:56:00:00:02,True,vm-101,x",
      "single,Network adapter 3,Vmxnet3,00:50:56:00:00:03,True,vm-102,x",
      "twice,Network adapter 1,Vmxnet3,00:50:56:00:00:04,True,vm-1,x",
      "twice,Network adapter 1,Vmxnet3,00:50:56:00:00:05,True,vm-1,y",
    ].join("\n"),
  );
  const join = async (...rates: (Pick<PacketRate, "machine" | "packetRate"> & Partial<PacketRate>)[]) => {
    const files = await readFleet([{ name: "vNetwork.csv", bytes: inventory }]);
    const { problems } = joinPacketRates(
      files,
      rates.map((rate) => ({ counted: "guest", file: "sar.txt", place: "line 1", ...rate })),
    );
    return {
      rates: files.flatMap(({ adapters }) => adapters.map(({ packetRate }) => packetRate)),
      place: files[0]?.adapters.find(({ packetRate }) => packetRate !== null)?.places.packetRate,
      problems: problems.map(({ text }) => text),
    };
  };

  test("by MAC address, keeping the highest", async () => {
    const mac = "00:50:56:00:00:02";
    const joined = await join({ machine: null, mac, packetRate: 7 }, { machine: null, mac, packetRate: 5 });
    assert.deepEqual([joined.rates, joined.place], [[null, 7, null, null, null], "sar.txt line 1"]);
  });

  test("by machine and number of the adapter", async () => {
    const { rates } = await join({ machine: "vm-101", adapter: "ethernet1", packetRate: 7 });
    assert.deepEqual(rates, [null, 7, null, null, null]);
  });

  test("by the managed object ID of a machine that has a UUID too", async () => {
    const device = { label: "Network adapter 1", _typeName: "VirtualVmxnet3", macAddress: "00:50:56:00:00:07" };
    const machine = {
      name: "app02",
      self: { value: "vm-202" },
      config: { instanceUuid: "b", hardware: { device: [device] } },
    };
    const files = await readFleet([
      {
        name: "vNetwork.csv",
        bytes: encode(
          "VM,NIC label,Adapter,Mac Address,VM ID,VM UUID,VI SDK UUID\napp01,Network adapter 1,Vmxnet3,00:50:56:00:00:06,vm-201,a,x",
        ),
      },
      { name: "govc.json", bytes: encode(JSON.stringify({ virtualMachines: [machine] })) },
    ]);
    const { problems } = joinPacketRates(
      files,
      ["vm-201", "vm-202"].map((name, index) => ({
        machine: name,
        adapter: "ethernet0",
        packetRate: index + 7,
        counted: "host",
        file: "metric.json",
        place: "$.sample[0]",
      })),
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      files.flatMap(({ adapters }) => adapters.map(({ packetRate }) => packetRate)),
      [7, 8],
    );
  });

  test("by machine alone if it has one adapter and the file one rate", async () => {
    const { rates } = await join({ machine: "single.example.org", adapter: "ens192", packetRate: 7 });
    assert.deepEqual(rates, [null, null, 7, null, null]);
  });

  test("from host and guest, which name the adapter differently", async () => {
    const { rates, problems } = await join(
      { machine: "single", adapter: "ethernet0", packetRate: 40, counted: "host" },
      { machine: "single.example.org", adapter: "eth0", packetRate: 60_000 },
    );
    assert.deepEqual([rates, problems], [[null, null, 60_000, null, null], []]);
  });

  test("not by a part of a name from the host", async () => {
    const { rates, problems } = await join(
      { machine: "single.old", adapter: "ethernet0", packetRate: 900_000, counted: "host" },
      { machine: "single", adapter: "ethernet0", packetRate: 20, counted: "host" },
    );
    assert.deepEqual(rates, [null, null, 20, null, null]);
    assert.deepEqual(problems, ["The packet rate of single.old ethernet0 matches no adapter in the inventory."]);
  });

  test("by the exact name before one without its domain", async () => {
    const { rates, problems } = await join(
      { machine: "single.old", adapter: "eth0", packetRate: 900_000 },
      { machine: "single", adapter: "eth0", packetRate: 20 },
    );
    assert.deepEqual(rates, [null, null, 20, null, null]);
    assert.deepEqual(problems, [
      "The packet rate of single.old is not used: another packet rate has the exact name of single.",
    ]);
  });

  test("to no adapter if machines of two domains share the name of one", async () => {
    const { rates, problems } = await join(
      { machine: "single.prod.example.org", adapter: "ens192", packetRate: 7 },
      { machine: "single.test.example.org", adapter: "ens192", packetRate: 9 },
    );
    assert.deepEqual(rates, [null, null, null, null, null]);
    assert.equal(problems.length, 2);
    assert.match(problems[0] ?? "", /single\.prod\.example\.org and single\.test\.example\.org match the same adapter/);
  });

  test("to no adapter if there are several, or none", async () => {
    const { rates, problems } = await join(
      { machine: "app01", adapter: "ens192", packetRate: 7 },
      { machine: "twice", adapter: "ens192", packetRate: 7 },
      { machine: "other", adapter: "ens192", packetRate: 7 },
    );
    assert.deepEqual(rates, [null, null, null, null, null]);
    assert.match(problems[0] ?? "", /app01 ens192 cannot be matched to one of 2 adapters/);
    assert.match(problems[1] ?? "", /twice ens192 matches 2 VMs of that name/);
    assert.match(problems[2] ?? "", /other ens192 matches no adapter/);
  });
});
