/** A beat at speed 1; a lane of many accesses has shorter ones, so that no race takes longer than the last value. */
const [beatMilliseconds, longestMilliseconds] = [420, 9000];

interface Track {
  element: HTMLElement;
  beats: Beat[];
  count: HTMLElement | null;
  /** What was counted, as it is printed; undefined where nothing was. */
  total: string | undefined;
  name: string;
}

/** Has the buttons of a packet race run it. Before and after, the race stands finished, as it does without this script. */
export function startRace(race: HTMLElement): void {
  const find = <Found extends HTMLElement>(name: string): Found | null =>
    race.querySelector<Found>(`[data-race="${name}"]`);
  const [send, step, replay] = [
    find<HTMLButtonElement>("send"),
    find<HTMLButtonElement>("step"),
    find<HTMLButtonElement>("replay"),
  ];
  const [speed, result] = [find<HTMLSelectElement>("speed"), find("result")];
  if (!send || !step || !replay || !speed || !result) return;
  const tracks = [...race.querySelectorAll<HTMLElement>(".track")].map(readTrack);
  const last = Math.max(...tracks.map(({ beats }) => beats.length)) - 1;
  const label = send.textContent;
  let beat = last;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const lengthOfBeat = (): number =>
    Math.min(beatMilliseconds, longestMilliseconds / Math.max(1, last)) / Number(speed.value);
  const pause = (): void => {
    clearTimeout(timer);
    timer = undefined;
    send.textContent = label;
  };
  const show = (next: number): void => {
    beat = next;
    race.style.setProperty("--beat", `${lengthOfBeat()}ms`);
    race.classList.add("race-running");
    replay.disabled = false;
    for (const track of tracks) showTrack(track, beat);
    if (beat < last) return;
    pause();
    result.textContent = writeResult(tracks);
  };
  const restart = (): void => {
    result.textContent = "";
    show(0);
  };
  const advance = (): void => (beat >= last ? restart() : show(beat + 1));
  const play = (): void => {
    send.textContent = "Pause";
    const tick = (): void => {
      show(beat + 1);
      if (beat < last) timer = setTimeout(tick, lengthOfBeat());
    };
    timer = setTimeout(tick, lengthOfBeat());
  };

  send.addEventListener("click", () => {
    if (timer !== undefined) return pause();
    if (beat >= last) restart();
    play();
  });
  step.addEventListener("click", () => {
    pause();
    advance();
  });
  replay.addEventListener("click", () => {
    pause();
    restart();
    play();
  });
  race.dataset.ready = "";
}

function readTrack(element: HTMLElement): Track {
  const { receive = "0", transmit = "0", direct, count, name = "" } = element.dataset;
  return {
    element,
    beats: listBeats({ receive: Number(receive), transmit: Number(transmit), isDirect: direct !== undefined }),
    count: element.querySelector<HTMLElement>('[data-race="count"]'),
    total: count,
    name,
  };
}

function showTrack({ element, beats, count, total = "" }: Track, at: number): void {
  const isOver = at >= beats.length - 1;
  const beat = beats[Math.min(at, beats.length - 1)];
  if (!beat) return;
  element.dataset.at = beat.at;
  for (const bar of element.querySelectorAll<SVGElement>(".access")) {
    const order = Number(bar.dataset.order);
    const made = bar.dataset.leg === "receive" ? beat.received : beat.transmitted;
    bar.classList.toggle("is-made", order <= made);
    bar.classList.toggle("is-now", order === made && at < beats.length && beat.at === bar.dataset.leg);
  }
  if (!count) return;
  // The printed count may have a fraction, which a bar of its own stands for: it is shown once the packet is through.
  count.textContent = isOver ? total : String(beat.received + beat.transmitted);
}

function writeResult(tracks: readonly Track[]): string {
  const counts = tracks.map(({ name, total }) => (total === undefined ? `${name} not measured` : `${name} ${total}`));
  return `The reply is on the wire. Register accesses: ${counts.join(", ")}.`;
}

/** How many register accesses an adapter's driver makes for a ping and for its answer; neither of a device that is passed through. */
interface Accesses {
  receive: number;
  transmit: number;
  /** Whether packets go past the hypervisor. */
  isDirect: boolean;
}

/** Where the packet is; at "receive" and "transmit" it waits for register accesses. */
type Place = "wire" | "hypervisor" | "receive" | "guest" | "transmit";

/** One beat of a lane, with the accesses made by then. */
interface Beat {
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
