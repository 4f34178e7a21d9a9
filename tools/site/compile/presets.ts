import type { Situation } from "../../../advisor/questions/situation.ts";

/** A situation that many readers come with, offered as a link on the advisor's page. */
export interface Preset {
  id: string;
  label: string;
  situation: Situation;
}

/** The presets in the order of the page. */
export const presets: readonly Preset[] = [
  {
    id: "web-front-end",
    label: "Web front end",
    situation: {
      platform: "vsphere",
      guest: "ubuntu-22-04-64",
      packetRate: 30000,
      guestDrivers: true,
      requires: ["vmotion"],
    },
  },
  {
    id: "database",
    label: "Database server",
    situation: {
      platform: "vsphere",
      guest: "rhel9-64",
      packetRate: 8000,
      guestDrivers: true,
      requires: ["vmotion", "snapshots"],
    },
  },
  {
    id: "domain-controller",
    label: "Domain controller",
    situation: {
      platform: "vsphere",
      guest: "windows-server-2022-64",
      packetRate: 2000,
      guestDrivers: true,
      requires: ["vmotion", "ha"],
    },
  },
  {
    id: "firewall-appliance",
    label: "Firewall appliance",
    situation: {
      platform: "vsphere",
      guest: "freebsd13-64",
      packetRate: 200000,
      forwardsPackets: true,
      requires: ["ha"],
    },
  },
  {
    id: "packet-processing",
    label: "Packet processing (DPDK)",
    situation: {
      platform: "vsphere",
      guest: "rhel9-64",
      packetRate: 500000,
      guestDrivers: true,
      dpdk: true,
      iommu: true,
      sriovNic: true,
    },
  },
  {
    id: "network-boot",
    label: "Linux installed over the network",
    situation: { platform: "vsphere", guest: "rhel9-64", guestDrivers: false, requires: ["pxe-boot"] },
  },
  {
    id: "windows-xp",
    label: "Windows XP",
    situation: { platform: "vsphere", guest: "windows-xp-32", packetRate: 1000 },
  },
  {
    id: "esx-3-5",
    label: "From the time of ESX 3.5",
    situation: {
      platform: "vsphere",
      platformVersion: "3.5",
      guest: "windows-server-2003-32",
      hardwareVirtualization: false,
    },
  },
];
