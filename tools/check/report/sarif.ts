import type { Fix } from "../fix/fix.ts";
import { addressOf, pageOf } from "../pages.ts";
import type { Finding } from "../rule.ts";
import { writeJson } from "./escape.ts";
import type { Report } from "./report.ts";

/** Prints a SARIF 2.1.0 log (OASIS, Static Analysis Results Interchange Format), which code scanners and editors read. */
export function reportSarif({ findings, rules, site }: Report): string {
  const driver = {
    name: "vnic-atlas-check",
    ...(site === undefined ? {} : { informationUri: `${site}contribute/checks/` }),
    rules: rules.map(({ name, summary }) => ({
      id: name,
      shortDescription: { text: summary },
      help: { text: `See ${pageOf(name)}` },
      ...(site === undefined ? {} : { helpUri: addressOf(name, site) }),
      defaultConfiguration: { level: "error" },
    })),
  };
  const indexOf = new Map(rules.map(({ name }, index) => [name, index]));
  const log = {
    $schema: "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json",
    version: "2.1.0",
    runs: [
      {
        tool: { driver },
        columnKind: "utf16CodeUnits",
        results: findings.map((finding) => describeResult(finding, indexOf.get(finding.rule) ?? -1)),
      },
    ],
  };
  return writeJson(log);
}

function describeResult({ file, line, col, rule, message, help, fix }: Finding, ruleIndex: number): object {
  const artifactLocation = { uri: encodeURI(file), uriBaseId: "%SRCROOT%" };
  return {
    ruleId: rule,
    ruleIndex,
    level: "error",
    message: { text: help ? `${message}\n${help}` : message },
    locations: [{ physicalLocation: { artifactLocation, region: { startLine: line, startColumn: col } } }],
    ...(fix ? { fixes: [describeFix(fix, artifactLocation)] } : {}),
  };
}

function describeFix({ edits }: Fix, artifactLocation: object): object {
  return {
    description: { text: "npm run check -- --fix" },
    artifactChanges: [
      {
        artifactLocation,
        replacements: edits.map(({ start, end, text }) => ({
          deletedRegion: { charOffset: start, charLength: end - start },
          insertedContent: { text },
        })),
      },
    ],
  };
}
