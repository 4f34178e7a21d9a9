/** A question that many readers come with, as a choice of the explorer. */
export interface ExplorerPreset {
  title: string;
  query: string;
}

/** In the order of the page; a test sees to it that each finds measurements. */
export const explorerPresets: readonly ExplorerPreset[] = [
  {
    title: "TCP throughput, VMXNET3 against E1000 and E1000E",
    query: "?metric=throughput&adapter=vmxnet3,e1000,e1000e&workload=tcp-stream",
  },
  { title: "TCP throughput of virtio-net", query: "?metric=throughput&adapter=virtio-net&workload=tcp-stream" },
  { title: "All TCP throughput, over the years", query: "?metric=throughput&workload=tcp-stream&by=year" },
  { title: "Packets per second by frame size", query: "?metric=packet-rate&by=packetBytes" },
  { title: "CPU use", query: "?metric=cpu-utilization,cpu-per-throughput,users-per-cpu" },
  { title: "Passthrough: SR-IOV and DirectPath I/O", query: "?adapter=sriov,directpath-io" },
  { title: "Register accesses for one ping", query: "?metric=register-accesses&workload=ping&part=whole" },
  { title: "Latency, requests and answers", query: "?metric=latency,request-rate" },
];
