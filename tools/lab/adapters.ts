import { e100, e1000, e1000eLine, e1000eMessages, igb } from "./registers/intel.ts";
import { ne2k, pcnet, rtl8139, virtio, vmxnet3, type RegisterTable } from "./registers/registers.ts";

/** An adapter in one configuration, and how the lab runs it. */
export interface LabAdapter {
  id: string;
  /** Id of the adapter's record in data/adapters. */
  record: string;
  /** What is particular to this configuration, in words; null for the adapter as it comes. */
  variant: string | null;
  /** The kernel's driver. */
  driver: string;
  /** Device of QEMU with its properties. */
  device: string;
  /** Devices that must be there first. */
  before: readonly string[];
  modules: readonly string[];
  /** Further words for the kernel's command line. */
  append: readonly string[];
  minimumQemu: readonly [number, number];
  vcpus: number;
  /** Queue pairs; more than one only over a TAP. */
  queues: number;
  /** What the guest's agent does after boot, before the interface is brought up. */
  afterBoot: readonly string[];
  /** The interface that carries the packets. */
  interface: string;
  registers: RegisterTable;
  /** The model's own timing decides how many interrupts it makes: results are published as ranges. */
  isTimingDependent: boolean;
}

type Particulars = Pick<LabAdapter, "id" | "record" | "driver" | "device" | "modules" | "registers"> &
  Partial<LabAdapter>;

function adapter(particulars: Particulars): LabAdapter {
  return {
    variant: null,
    before: [],
    append: [],
    minimumQemu: [7, 2],
    vcpus: 1,
    queues: 1,
    afterBoot: [],
    interface: "eth0",
    isTimingDependent: false,
    ...particulars,
  };
}

const virtioBase = {
  record: "virtio-net",
  driver: "virtio_net",
  modules: ["virtio_pci", "virtio_net"],
  registers: virtio,
};

/** With ioeventfd the notification goes past QEMU's memory events and would not be counted. */
const virtioDevice = "virtio-net-pci,ioeventfd=off";

const igbPort = ["pcie-root-port,id=rp0,chassis=1,slot=1"];

/** Makes one virtual function, gives it the guest's address and loads its driver; the physical function stays up below it. */
const makeVirtualFunction = [
  "ip link set eth0 address 02:00:00:00:00:0f; ip link set eth0 up",
  "echo 1 >/sys/class/net/eth0/device/sriov_numvfs",
  "insmod /modules/igbvf.ko",
  "tries=0; until [ -e /sys/class/net/eth1 ]; do tries=$((tries + 1)); [ $tries -lt 100 ] || exit 1; usleep 100000; done",
  "ip link set eth1 address 02:00:00:00:00:02",
];

/** Every adapter the lab knows, in the order of its tables. */
export const adapters: readonly LabAdapter[] = [
  adapter({
    id: "ne2k_pci",
    record: "ne2k-pci",
    driver: "ne2k-pci",
    device: "ne2k_pci",
    modules: ["ne2k-pci"],
    registers: ne2k,
  }),
  adapter({
    id: "pcnet",
    record: "vlance",
    driver: "pcnet32",
    device: "pcnet",
    modules: ["pcnet32"],
    registers: pcnet,
  }),
  adapter({ id: "i82559", record: "i82559", driver: "e100", device: "i82559c", modules: ["e100"], registers: e100 }),
  adapter({
    id: "rtl8139",
    record: "rtl8139",
    driver: "8139cp",
    device: "rtl8139",
    modules: ["8139cp"],
    registers: rtl8139,
  }),
  adapter({ id: "e1000", record: "e1000", driver: "e1000", device: "e1000", modules: ["e1000"], registers: e1000 }),
  adapter({
    id: "e1000e-intx",
    record: "e1000e",
    variant: "line interrupts (INTx)",
    driver: "e1000e",
    device: "e1000e",
    modules: ["e1000e"],
    append: ["pci=nomsi"],
    registers: e1000eLine,
    isTimingDependent: true,
  }),
  adapter({
    id: "e1000e",
    record: "e1000e",
    driver: "e1000e",
    device: "e1000e",
    modules: ["e1000e"],
    registers: e1000eMessages,
    isTimingDependent: true,
  }),
  adapter({
    id: "igb",
    record: "igb",
    driver: "igb",
    device: "igb,bus=rp0",
    before: igbPort,
    modules: ["igb"],
    registers: igb,
    minimumQemu: [8, 0],
    isTimingDependent: true,
  }),
  adapter({
    id: "igbvf",
    record: "sriov",
    variant: "emulated by QEMU (igbvf)",
    driver: "igbvf",
    device: "igb,bus=rp0",
    before: igbPort,
    modules: ["igb", "igbvf"],
    registers: igb,
    minimumQemu: [8, 0],
    afterBoot: makeVirtualFunction,
    interface: "eth1",
    isTimingDependent: true,
  }),
  adapter({
    id: "vmxnet3",
    record: "vmxnet3",
    driver: "vmxnet3",
    device: "vmxnet3",
    modules: ["vmxnet3"],
    registers: vmxnet3,
  }),
  adapter({ ...virtioBase, id: "virtio-intx", variant: "line interrupts (INTx)", device: `${virtioDevice},vectors=0` }),
  adapter({ ...virtioBase, id: "virtio", device: virtioDevice }),
  adapter({ ...virtioBase, id: "virtio-packed", variant: "packed ring", device: `${virtioDevice},packed=on` }),
  adapter({
    ...virtioBase,
    id: "virtio-no-event-idx",
    variant: "without event index",
    device: `${virtioDevice},event_idx=off`,
  }),
  adapter({
    ...virtioBase,
    id: "virtio-mq",
    variant: "2 queue pairs, 2 vCPUs",
    device: `${virtioDevice},mq=on,vectors=6`,
    vcpus: 2,
    queues: 2,
  }),
];

/** The adapters of the short form. */
export const shortForm = ["pcnet", "rtl8139", "e1000", "e1000e", "vmxnet3", "virtio"] as const;

/** Every module that some adapter or workload needs. */
export const allModules: readonly string[] = [
  ...new Set([...adapters.flatMap(({ modules }) => modules), "pktgen"]),
].sort();
