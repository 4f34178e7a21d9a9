/** What every file of the API says of itself. */
export interface ApiHeader {
  /** Version of the shape of all files; /api/ lists what each version changed. */
  schemaVersion: string;
  /** Version of the content, a hash of the records: equal content has an equal version. */
  knowledgeVersion: string;
  /** Licence of the file. */
  licence: string;
}
