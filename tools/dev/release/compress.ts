import { readFileSync, statSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { listFiles } from "../../records/list-files.mjs";
import { findContentType, isCompressible } from "../server/content-types.mjs";

/** Bytes of a file that is not worth a compressed copy: it fits into one packet. */
const SMALL = 1_024;
const packBrotli = promisify(brotliCompress);
const packGzip = promisify(gzip);

/** Puts a `.br` and a `.gz` beside each text file of a folder that gets smaller, for web servers that send them as they are. */
export async function compressFiles(folder: string): Promise<number> {
  const files = listFiles(folder).filter(
    (file) => isCompressible(findContentType(file)) && statSync(file).size > SMALL,
  );
  let written = 0;
  const work = files.values();
  const compressNext = async (): Promise<void> => {
    for (const file of work) {
      const bytes = readFileSync(file);
      const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
      for (const [ending, packed] of [
        [".br", await packBrotli(bytes, { params })],
        [".gz", await packGzip(bytes, { level: 9 })],
      ] as const) {
        if (packed.length >= bytes.length) continue;
        writeFileSync(file + ending, packed);
        written += 1;
      }
    }
  };
  // Two at a time: the compressors run beside this program, and each holds a file.
  await Promise.all([compressNext(), compressNext()]);
  return written;
}
