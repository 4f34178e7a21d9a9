import { join } from "node:path";
import { expect, holdRequests, test } from "./support/site.ts";

/** A result of the kit as far as a comparison reads it. */
function makeResult(values: readonly number[]): { name: string; mimeType: string; buffer: Buffer } {
  const result = {
    format: "vnic-atlas-result",
    design: { kind: "single", unitOfReplication: "repetition" },
    series: [{ series: "throughput-send-1", status: "measured", better: "higher" }],
    repetitions: values.map((value) => ({
      side: "a",
      block: 1,
      series: "throughput-send-1",
      test: "throughput",
      metric: "throughput",
      unit: "Mbit/s",
      value,
      tool: "iperf3",
      latencyMicroseconds: null,
      local: null,
      marks: [],
    })),
  };
  return { name: `${values[0]}.json`, mimeType: "application/json", buffer: Buffer.from(JSON.stringify(result)) };
}

test("a file that is chosen before the script is there is read once it is", async ({ page }) => {
  const { send, asked } = await holdRequests(page, "**/js/kit-compare-page.*.js");
  await page.goto("./validate/compare/", { waitUntil: "commit" });
  await asked;
  await page.getByLabel("A: the adapter you compare with").setInputFiles(makeResult([900, 905, 910, 902]));
  send();
  await expect(page.getByRole("status")).toContainText("900.json is read. Add the other file.");
});

test("two chosen files give a verdict, and nothing leaves the browser", async ({ page }) => {
  await page.goto("./validate/compare/");
  await page.getByLabel("A: the adapter you compare with").setInputFiles(makeResult([900, 905, 910, 902]));
  await expect(page.getByRole("status")).toContainText("900.json is read. Add the other file.");
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.getByLabel("B: the adapter you want to evaluate").setInputFiles(makeResult([9000, 9050, 9100, 9020]));
  const measure = page.locator(".comparison");
  await expect(measure).toHaveAttribute("data-verdict", "confirmed");
  await expect(measure).toContainText("B/A 10.0× (95 % interval 9.9");
  await expect(measure.getByRole("img")).toHaveCount(2);
  await page.getByLabel("B: the adapter you want to evaluate").setInputFiles(makeResult([901, 904, 909, 903]));
  await expect(measure).toHaveAttribute("data-verdict", "equivalent");
  await page.getByLabel("Margin in percent").fill("0.1");
  await expect(measure).toHaveAttribute("data-verdict", "undecided");
  await expect(measure).toContainText("more runs a side would decide");
  expect(requests).toEqual([]);
});

test("dropped files are compared, the journal of a stopped session with both adapters too", async ({ page }) => {
  await page.goto("./validate/compare/");
  const drop = (side: string, name: string, text: string): Promise<void> =>
    page.locator(`[data-drop="${side}"]`).evaluate(
      (place, file) => {
        const data = new DataTransfer();
        data.items.add(new File([file.text], file.name));
        for (const type of ["dragenter", "dragover", "drop"])
          place.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      },
      { name, text },
    );
  await drop("a", "a.json", makeResult([100, 101, 102]).buffer.toString());
  await expect(page.getByRole("status")).toContainText("a.json is read. Add the other file.");
  await drop("b", "b.json", makeResult([50, 51, 52]).buffer.toString());
  await expect(page.locator(".comparison")).toHaveAttribute("data-verdict", "refuted");
  await page.reload();
  const { repetitions, ...session } = JSON.parse(makeResult([100, 101, 102]).buffer.toString());
  const turns = repetitions.flatMap((one: { value: number }) => [
    { ...one, latencyMicroseconds: { p99: one.value } },
    { ...one, side: "b", value: 2 * one.value, latencyMicroseconds: { p99: one.value } },
  ]);
  const lines = [
    { record: "session", ...session, design: { ...session.design, kind: "interleaved" } },
    ...turns.map((one: object) => ({ record: "repetition", ...one })),
  ];
  await drop("a", "ab.jsonl", lines.map((line) => JSON.stringify(line)).join("\n"));
  await expect(page.locator(".comparison").first()).toContainText("B/A 2.00×");
  const overview = page.getByRole("table").first();
  await expect(overview.getByRole("row")).toHaveText([
    /Verdict/,
    /^throughput, throughput-send-1\s*2\.00×\s*2\.00–2\.00\s*confirmed$/,
    /^latency p99, throughput-send-1\s*1\.00×\s*1\.00–1\.00\s*equivalent$/,
  ]);
  await overview.getByRole("link", { name: "latency p99" }).click();
  await expect(page.getByRole("heading", { name: "latency p99" })).toBeInViewport();
});

test("a cost that a tool measures for its own process says so", async ({ page }) => {
  await page.goto("./validate/compare/");
  const sample = "tests/unit/kit/import/samples/iperf3-tcp.json";
  await page.getByLabel("A: the adapter you compare with").setInputFiles(sample);
  await page.getByLabel("B: the adapter you want to evaluate").setInputFiles(sample);
  const own = "Only iperf3's own process: not the interrupts, nor the machine.";
  await expect(page.locator(".comparison", { hasText: "cpu per Gbit" }).filter({ hasText: own })).toHaveCount(2);
  await expect(page.locator(".comparison", { hasText: own })).toHaveCount(2);
});

test("a file that cannot be read is named with its reason", async ({ page }) => {
  await page.goto("./validate/compare/");
  await page.getByLabel("A: the adapter you compare with").setInputFiles(join(import.meta.dirname, "../../README.md"));
  await expect(page.locator("#kit-result")).toContainText("README.md");
  await expect(page.locator("#kit-result li").first()).toContainText("README.md:");
});
