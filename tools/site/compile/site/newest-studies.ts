/** Studies that the home page names. */
const most = 4;

interface Study {
  path: string;
  title: string;
  year: number;
  sourceRecord: { publisher: string };
}

/** Picks the newest studies of as many publishers: a series of one's own would hide what others have measured. */
export function pickNewestStudies(studies: readonly Study[]) {
  const newestFirst = [...studies].sort((a, b) => b.year - a.year);
  const firstOfEach = newestFirst.filter(
    ({ sourceRecord: { publisher } }, at) =>
      newestFirst.findIndex((other) => other.sourceRecord.publisher === publisher) === at,
  );
  return firstOfEach
    .slice(0, most)
    .map(({ path, title, year, sourceRecord: { publisher } }) => ({ path, title, year, publisher }));
}
