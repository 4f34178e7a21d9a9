/** Platforms that studies ran on and the advisor does not know, so that no record describes them. */
export const otherPlatforms: { readonly [id: string]: string } = {
  xen: "Xen",
  "hyper-v": "Hyper-V",
  bhyve: "bhyve",
  virtualbox: "VirtualBox",
  macos: "macOS",
  aws: "AWS EC2",
  azure: "Azure",
};
