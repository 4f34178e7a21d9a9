import type { Complaint, RecordRule } from "../rule.ts";
import { select, selectText } from "../select.ts";
import type { World } from "../world.ts";

/**
 * What a platform offers a guest exists on that platform, and the default is among it.
 *
 * Good: `adapters: [e1000e, vmxnet3]` with `default: e1000e`
 * Bad: `adapters: [vmxnet3]` with `default: e1000`; `adapters: [virtio-net]` on vSphere.
 */
export const guestFitsAdapter: RecordRule = {
  name: "guest-fits-adapter",
  summary: "What a platform offers a guest exists on that platform, and the default is among it.",
  scope: "record",
  fixable: false,
  check({ kind, data }, world) {
    if (kind !== "guest") return [];
    return select(data, "platforms.key()").flatMap(({ value: platform }) =>
      checkPlatform(data, String(platform), world),
    );
  },
};

function checkPlatform(data: unknown, platform: string, world: World): Complaint[] {
  const offered = selectText(data, `platforms.${platform}.offered.*.adapters.*`);
  const ids = new Set(offered.map(({ value }) => value));
  const foreign = offered
    .filter(({ value }) => isKnownElsewhere(value, platform, world))
    .map(({ path, value }) => ({
      path,
      message: `"${value}" is no adapter of ${platform}`,
      help: `give data/adapters/${value}.yaml a section for ${platform}, or name another adapter`,
    }));
  const odd = selectText(data, `platforms.${platform}.default`)
    .filter(({ value }) => value !== "unknown" && ids.size > 0 && !ids.has(value))
    .map(({ path, value }) => ({
      path,
      restsOn: offered.map((adapter) => adapter.path),
      message: `the default "${value}" is not among the adapters offered`,
      help: `offered: ${[...ids].join(", ")}; write unknown where the default is not known`,
    }));
  return [...foreign, ...odd];
}

/** An adapter that is not declared at all is the business of ids-declared. */
function isKnownElsewhere(id: string, platform: string, { find, isSound }: World): boolean {
  const adapter = find("adapter", id);
  return (
    adapter !== undefined &&
    isSound("adapter", id) &&
    !select(adapter.data, "platforms.key()").some(({ value }) => value === platform)
  );
}
