import { startFilter } from "./guests/start-filter.ts";

const form = document.querySelector<HTMLFormElement>("#guest-filter");
if (form) startFilter(form, document.querySelectorAll<HTMLElement>(".guest-line"));
