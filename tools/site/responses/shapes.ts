/**
 * Types of the answers of the API, the engine and the command line. The response schemas and the OpenAPI description are
 * generated from them. The comment on a type or a field becomes its description.
 */
import type { BriefAdvice } from "../../../advisor/brief.ts";
import type { BatchError, BatchId } from "../../../advisor/cli/run.ts";
import type { Advice as EngineAdvice } from "../../../advisor/explain/advice.ts";
import type { Knowledge as EngineKnowledge } from "../../../advisor/knowledge/knowledge.ts";
import type * as Api from "../compile/api.ts";
import type { RecordOf } from "../compile/records.ts";
import type { ApiHeader } from "../compile/site/meta.ts";
import type { compileAdapters } from "../compile/site/adapters.ts";
import type { compileDatasets } from "../compile/site/datasets.ts";
import type { compileFeatures } from "../compile/site/features.ts";
import type { compileFindings } from "../compile/site/findings.ts";
import type { compileGuests } from "../compile/site/guests.ts";
import type { compileRules } from "../compile/site/rules.ts";
import type { compileSources } from "../compile/site/sources.ts";

type Compiled<Compile extends (...inputs: never[]) => unknown[]> = ReturnType<Compile>[number] & ApiHeader;
type Placed<Record> = Record & ApiHeader & { path: string };

/** A virtualization platform and its releases. */
export type ApiPlatform = Placed<RecordOf<"platforms">>;
/** A feature that an operator may require, with the support of each adapter. */
export type ApiFeature = Compiled<typeof compileFeatures>;
/** A virtual network adapter, with its platforms, drivers, steps and evidence. */
export type ApiAdapter = Compiled<typeof compileAdapters>;
/** A guest operating system, with its adapters, drivers and advice. */
export type ApiGuest = Compiled<typeof compileGuests>;
/** A row of the decision table, with its evidence. */
export type ApiRule = Compiled<typeof compileRules>;
/** A published document, with the records that cite it. */
export type ApiSource = Omit<Compiled<typeof compileSources>, "licence"> & {
  licence: string;
  /** Licence of the cited document, as the document states it. */
  documentLicence?: string;
};
/** The measurements of one study on one testbed. */
export type ApiDataset = Compiled<typeof compileDatasets>;
/** A cited statement, with the records that cite it. */
export type ApiFinding = Compiled<typeof compileFindings>;
/** A step to apply an adapter with one tool. */
export type ApiStep = Placed<RecordOf<"steps">>;
/** A question of the advisor: one field of the situation. */
export type ApiQuestion = Placed<RecordOf<"questions">>;

export type ApiIndex = Api.ApiIndex;
export type ApiAliases = Api.Aliases;
export type ApiTombstoneList = Api.TombstoneList;
export type ApiGoneRecord = Api.GoneRecord;
export type ApiKnowledge = EngineKnowledge & ApiHeader;

export type ApiAdvice = EngineAdvice & BatchId;
export type ApiLeanAdvice = BriefAdvice & BatchId;
export type ApiBatchError = BatchError & BatchId;
