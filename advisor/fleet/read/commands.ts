/** Commands whose output is read, for messages on output that is not. */
export const readableCommands = {
  govc: "govc vm.info -xml NAME...",
  powerCli: "Get-NetworkAdapter -VM * | Export-Csv adapters.csv",
  hyperV: "Get-VMNetworkAdapter -VMName * | Export-Csv adapters.csv",
} as const;
