import type { FleetInput } from "../../../advisor/fleet/record.ts";
import clusters from "../../fleet/RVTools_tabvCluster.csv";
import hosts from "../../fleet/RVTools_tabvHost.csv";
import machines from "../../fleet/RVTools_tabvInfo.csv";
import adapters from "../../fleet/RVTools_tabvNetwork.csv";
import tools from "../../fleet/RVTools_tabvTools.csv";
import domains from "../../fleet/domains.xml";

/** Invented fleets to try the audit with, by the name that the page's buttons carry. */
export const samples: Readonly<Record<string, FleetInput[]>> = {
  vsphere: [
    asInput("RVTools_tabvInfo.csv", machines),
    asInput("RVTools_tabvNetwork.csv", adapters),
    asInput("RVTools_tabvTools.csv", tools),
    asInput("RVTools_tabvHost.csv", hosts),
    asInput("RVTools_tabvCluster.csv", clusters),
  ],
  kvm: [asInput("domains.xml", domains)],
};

function asInput(name: string, text: string): FleetInput {
  return { name, bytes: new TextEncoder().encode(text) };
}
