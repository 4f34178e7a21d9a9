import words from "atlas:step-words";
import { handOver } from "./embed/step-words.ts";

handOver(words);
