import type { Situation } from "../../../advisor/questions/situation.ts";
import { knowledge } from "./knowledge.ts";
import { fc } from "../../chance.ts";

/** A value, or none. */
export const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined });
const versions = knowledge.platforms.flatMap((platform) => platform.versions.map(({ version }) => version));

/** Situations of every kind: fields missing, releases of other platforms, guests that cannot run there. */
export const situations: fc.Arbitrary<Situation> = fc
  .record({
    platform: maybe(fc.constantFrom(...knowledge.platforms.map(({ id }) => id))),
    platformVersion: maybe(fc.constantFrom(...versions)),
    guest: maybe(fc.constantFrom(...knowledge.guests.map(({ id }) => id), "no-such-guest")),
    bitness: maybe(fc.constantFrom(32 as const, 64 as const)),
    hardwareVirtualization: maybe(fc.boolean()),
    virtualHardware: maybe(fc.integer({ min: 3, max: 30 })),
    guestDrivers: maybe(fc.boolean()),
    packetRate: maybe(
      fc.oneof(fc.integer({ min: 0, max: 1_000_000_000 }), fc.constantFrom(10000, 10001, 50000, 50001, 99999, 100000)),
    ),
    throughputGbps: maybe(fc.constantFrom(0.05, 1, 10, 100)),
    packetBytes: maybe(fc.constantFrom(64, 512, 1500, 9000)),
    linkGbps: maybe(fc.constantFrom(1, 5, 6, 10, 100)),
    saveCpu: maybe(fc.boolean()),
    latencySensitive: maybe(fc.boolean()),
    manyConnections: maybe(fc.boolean()),
    forwardsPackets: maybe(fc.boolean()),
    dpdk: maybe(fc.boolean()),
    iommu: maybe(fc.boolean()),
    sriovNic: maybe(fc.boolean()),
    requires: maybe(fc.uniqueArray(fc.constantFrom(...knowledge.features.map(({ id }) => id)), { maxLength: 4 })),
  })
  .map((fields) => Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)));
