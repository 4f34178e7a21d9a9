/** Turns a vSphere guest id into the guestOS value of a .vmx file: windows2019srv_64Guest becomes windows2019srv-64. */
export function toVmxForm(vsphereId: string): string {
  return (
    vsphereId
      .replace(/Guest$/i, "")
      .toLowerCase()
      .replace(/_?64$/, "-64")
      // Two spellings that the .vmx file shortens: windows7Server64Guest is windows7srv-64, winLonghornGuest is longhorn.
      .replace(/^(windows\d+)server/, "$1srv")
      .replace(/^winlonghorn/, "longhorn")
  );
}
