/** What every file of the API says of itself. */
export interface ApiHeader {
  /** Version of the shape of all files; /api/ lists what each version changed. */
  schemaVersion: string;
  /** Version of the content, a hash of the records: equal content has an equal version. */
  knowledgeVersion: string;
  /** Calendar version of the content, as in 2026.11.25: the day on which its newest source was read. */
  knowledgeRelease: string;
  /** Licence of the file. */
  licence: string;
}
