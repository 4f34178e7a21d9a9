/** Records that cannot be compiled; npm run check says more about them than compilation can. */
export class BrokenRecords extends Error {
  constructor(message: string) {
    super(`${message}\nThe records are not valid; npm run check says where and why.`);
  }
}
