import { loadPolicy } from "../../advisor/ui/load-policy.ts";
import { handOver } from "./embed/later-data.ts";

// What the frame loads for a policy: few have one, and to check and hash it is a good part of the program.
handOver(loadPolicy, "policy");
