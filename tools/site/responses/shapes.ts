/**
 * What the API, the engine and the command line answer, as types. The response schemas and the OpenAPI description are made
 * from them: a comment on a type or a field is its description.
 */
import type { BriefAdvice } from "../../../advisor/brief.ts";
import type { BatchError } from "../../../advisor/cli/run.ts";
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

export type ApiPlatform = Placed<RecordOf<"platforms">>;
export type ApiFeature = Compiled<typeof compileFeatures>;
export type ApiAdapter = Compiled<typeof compileAdapters>;
export type ApiGuest = Compiled<typeof compileGuests>;
export type ApiRule = Compiled<typeof compileRules>;
/** A published document, with what the atlas took from it and what cites it. */
export type ApiSource = Omit<Compiled<typeof compileSources>, "licence"> & {
  licence: string;
  /** Licence of the cited document, as it states it. */
  documentLicence?: string;
};
export type ApiDataset = Compiled<typeof compileDatasets>;
export type ApiFinding = Compiled<typeof compileFindings>;
export type ApiStep = Placed<RecordOf<"steps">>;
export type ApiQuestion = Placed<RecordOf<"questions">>;

export type ApiIndex = Api.ApiIndex;
export type ApiAliases = Api.Aliases;
export type ApiTombstoneList = Api.TombstoneList;
export type ApiGoneRecord = Api.GoneRecord;
export type ApiKnowledge = EngineKnowledge & ApiHeader;

export type ApiAdvice = EngineAdvice;
export type ApiLeanAdvice = BriefAdvice;
export type ApiBatchError = BatchError;
