import { resolve } from "node:path";
import type { Sandbox } from "./sandbox.ts";

/** Recorded with iperf3 3.12 between two namespaces; names and addresses were replaced afterwards. */
export type Recording = "tcp" | "udp" | "refused" | "busy" | "broken";

/** Address of a recording of iperf3's output. */
export function locateRecording(name: Recording): string {
  return resolve(`tests/unit/kit/fixtures/iperf3-3.12-${name}.json`);
}

/** An iperf3 that prints a recording; like the real one it ends with status 0 even when the recording is of an error. */
export function stubIperf3(sandbox: Sandbox, recording: Recording | { file: string }, also = ""): void {
  const file = typeof recording === "string" ? locateRecording(recording) : recording.file;
  sandbox.stub(
    "iperf3",
    `if [ "$1" = --version ]; then echo "iperf 3.12 (cJSON 1.7.15)"; exit; fi
echo "iperf3 $*" >>"$CALLS"
cat ${file}
${also}`,
  );
}

/** Synthetic values in the key=value form that netperf's -k prints. */
export const streamRates = [9412.31, 9390.02, 9421.77, 9388.5, 9401.25];
const transactionRates = [21034.11, 20990.5, 21102.75, 20871.9, 21044.44];

/** A netperf whose n-th measured run prints the n-th rate; a run of `-l -1` is the script's question for a netserver. */
export function stubNetperf(sandbox: Sandbox, changes: { unit?: string; retransmits?: string } = {}): void {
  sandbox.stub(
    "netperf",
    `if [ "$1" = -V ]; then echo "Netperf version 2.7.0"; exit; fi
echo "netperf $*" >>"$CALLS"
while [ $# -gt 0 ]; do case $1 in -t) test=$2 ;; -l) seconds=$2 ;; esac; shift; done
[ "$seconds" != -1 ] || exit 0
turn=0
[ ! -e "$CALLS.$test" ] || read -r turn <"$CALLS.$test"
[ "$seconds" != 30 ] || turn=$((turn + 1))
echo "$turn" >"$CALLS.$test"
case $test in
  TCP_STREAM) set -- ${streamRates.join(" ")}; unit=${quote(changes.unit ?? "10^6bits/s")} ;;
  TCP_RR) set -- ${transactionRates.join(" ")}; unit=Trans/s ;;
esac
[ "$seconds" = 30 ] || { set -- 8000.5; turn=1; }
shift $((turn - 1))
echo "THROUGHPUT=$1"
echo "THROUGHPUT_UNITS=$unit"
echo "ELAPSED_TIME=$seconds.01"
echo "LOCAL_TRANSPORT_RETRANS=${changes.retransmits ?? "3"}"
echo "LOCAL_CPU_UTIL=18.25"
echo "REMOTE_CPU_UTIL=-1.00"
[ "$test" != TCP_RR ] || printf '%s\\n' MIN_LATENCY=31 MEAN_LATENCY=47.5 P50_LATENCY=45 P90_LATENCY=58 P99_LATENCY=91 MAX_LATENCY=1204`,
  );
}

function quote(text: string): string {
  return `'${text}'`;
}
