import type { Situation } from "../../../advisor/questions/situation.ts";

const host: Situation = {
  platformVersion: "8.0",
  hardwareVirtualization: true,
  guestDrivers: true,
  iommu: true,
  sriovNic: true,
};

/** Situations of ordinary use: what the engine is timed on. */
export const situations: Situation[] = [
  { ...host, guest: "windows-server-2019-64", packetRate: 20000, requires: ["vmotion"] },
  { ...host, guest: "rhel9-64", packetRate: 120000 },
  { ...host, guest: "rhel9-64", packetRate: 120000, requires: ["vmotion"] },
  { ...host, guest: "rhel9-64", packetRate: 120000, requires: ["memory-overcommit"] },
  { ...host, guest: "rhel9-64", packetRate: 120000, sriovNic: false },
  { ...host, guest: "rhel9-64", packetRate: 120000, sriovNic: false, requires: ["nic-sharing"] },
  { ...host, guest: "rhel9-64", packetRate: 8000 },
  { ...host, guest: "windows-server-2019-64", guestDrivers: false },
  { ...host, guest: "windows-server-2003-32", platformVersion: "3.5", hardwareVirtualization: false },
  { ...host, guest: "windows-server-2003-64", platformVersion: "3.5" },
  { ...host, guest: "rhel9-64" },
  { ...host, guest: "rhel9-64", packetRate: 500000, requires: ["fault-tolerance"] },
];
