import { ToolError } from "../../records/command-line.mjs";
/** Records that cannot be compiled; npm run check says more about most of them than compilation can. */
export class BrokenRecords extends ToolError {
  constructor(message: string, more = "The records are not valid. Run npm run check for details.") {
    super(`${message}\n${more}`);
  }
}
