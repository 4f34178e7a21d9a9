/** How many register accesses an adapter's driver makes for a ping and for its answer; neither of a device that is passed through. */
export interface Accesses {
  receive: number;
  transmit: number;
  /** Whether packets go past the hypervisor. */
  isDirect: boolean;
}

/** Where the packet is; at "receive" and "transmit" it waits for register accesses. */
export type Place = "wire" | "hypervisor" | "receive" | "guest" | "transmit";

/** One beat of a lane, with the accesses made by then. */
export interface Beat {
  at: Place;
  received: number;
  transmitted: number;
}

/** Lists the beats of a lane: in from the wire, an access each while the guest receives and answers, and out again. */
export function listBeats({ receive, transmit, isDirect }: Accesses): Beat[] {
  const make = (at: Place, received: number, transmitted: number): Beat => ({ at, received, transmitted });
  const passed = (received: number, transmitted: number): Beat[] =>
    isDirect ? [] : [make("hypervisor", received, transmitted)];
  const count = (accesses: number): number[] => Array.from({ length: accesses }, (_, index) => index + 1);
  return [
    make("wire", 0, 0),
    ...passed(0, 0),
    ...count(receive).map((received) => make("receive", received, 0)),
    make("guest", receive, 0),
    ...count(transmit).map((transmitted) => make("transmit", receive, transmitted)),
    ...passed(receive, transmit),
    make("wire", receive, transmit),
  ];
}
