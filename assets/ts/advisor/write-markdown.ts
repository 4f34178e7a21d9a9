// With this the bundler keeps what the page and this script share in the file that the page loads at once.
import "./start-advisor.ts";

/** Comes once somebody is there who may copy the answer. */
export { writeMarkdown } from "../../../advisor/ui/answer/markdown.ts";
