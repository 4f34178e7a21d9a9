import type { Locator } from "@playwright/test";
import { partedUnit, wordsOfOthers } from "../site/support/parted-units.ts";
import { openAdvisor } from "./fixtures/advisor-page.ts";
import { componentScript, openHost } from "./fixtures/host-page.ts";
import { expect, test } from "./support/site.ts";

/** Situations whose answers have figures of most kinds: rates, ratios, savings, sizes, times, runs to verify them. */
const situations = [
  "?platform=vsphere&guest=rhel9-64&packetRate=20000&guestDrivers=true&iommu=true&sriovNic=true&saveCpu=true",
  "?platform=vsphere&guest=windows-server-2019-64&throughputGbps=8&packetBytes=1500&requires=jumbo-frames&latencySensitive=true",
  "?platform=vsphere&guest=freebsd13-64&packetRate=200000&forwardsPackets=true",
  "?platform=kvm&guest=rhel9-64&throughputGbps=20&manyConnections=true",
  "?platform=kvm&guest=windows-xp-32&packetRate=3000000",
];

test("in an answer no line can part a figure from its unit", async ({ page }) => {
  for (const situation of situations) {
    const { answer, form } = await openAdvisor(page, situation);
    await expectJoined(answer, situation, 3);
    await expectJoined(form, situation, 0);
  }
});

test("nor can one in the frame and in the component", async ({ page }) => {
  await page.goto(`./embed/advisor/${situations[0]}`);
  await expect(page.locator(".advice-headline")).toBeVisible();
  await expectJoined(page.locator("vnic-advisor"), "frame", 8);
  await openHost(page, {
    body: `<vnic-advisor platform="kvm" guest="rhel9-64" throughput-gbps="2" packet-bytes="800"></vnic-advisor>${componentScript}`,
  });
  await expect(page.locator(".advice-headline")).toBeVisible();
  await expectJoined(page.locator("vnic-advisor"), "component", 4);
});

test("nor can one in what the explorer shows", async ({ page }) => {
  for (const address of [
    "",
    "?metric=throughput&by=year",
    "?adapter=sriov,directpath-io",
    "?metric=packet-rate&by=packetBytes",
  ]) {
    await page.goto(`./explore/${address}`);
    await expect(page.locator("#explorer-rows > tr").first()).toBeVisible();
    await expectJoined(page.locator(".explorer-result"), address, 8);
  }
  await page.goto("./benchmarks/compare/?a=nobel-vmxnet3-2013&b=vcdx200-freebsd-debian-2025");
  await expectJoined(page.locator("#studies-answer"), "two studies", 4);
});

/** Expects that all figures of an element keep to their units, and that there are so many at least. */
async function expectJoined(place: Locator, about: string, least: number): Promise<void> {
  await place.locator("p, td, button").first().waitFor({ state: "attached" });
  const texts = await place.evaluate(listTexts, wordsOfOthers.join());
  expect(
    texts.flatMap((text) => partedUnit.exec(text) ?? []),
    about,
  ).toEqual([]);
  expect(texts.filter((text) => /\d\u00A0/.test(text)).length, `figures with units, ${about}`).toBeGreaterThanOrEqual(
    least,
  );
}

/** The texts of all elements that have some of their own, what they emphasize included, code and quotations left out. */
function listTexts(root: Element, others: string): string[] {
  const elements = [...(root.shadowRoot ?? root).querySelectorAll("*")].filter((element) => !element.closest(others));
  return elements
    .filter((element) =>
      [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== ""),
    )
    .map((element) => {
      const copy = element.cloneNode(true) as Element;
      for (const other of copy.querySelectorAll(others)) other.replaceWith("\uFFFC");
      return copy.textContent ?? "";
    });
}
