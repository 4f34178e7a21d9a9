import { loadMeasurements } from "./explorer/load-measurements.ts";
import { startStudies } from "./explorer/start-studies.ts";

/** The page that compares two studies. */
const page = document.getElementById("studies-comparison");
const form = document.querySelector<HTMLFormElement>("#studies-choice");
if (page && form) void loadMeasurements(page, document.getElementById("studies-conclusion"), (file) => startStudies(page, form, document.getElementById("all-testbeds"), file));
