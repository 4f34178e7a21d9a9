#!/bin/sh
# vnic-validate.sh: measure the virtual network adapter of a Linux guest, for vNIC Atlas.
# SPDX-License-Identifier: Apache-2.0
#
# Sends traffic only to the host named with --target, repeats every test at least five times and
# writes each sample, with the settings of the adapter it was measured on, as JSON
# (result.schema.json describes it). Needs a POSIX shell with awk, sed, grep, sort, od and mktemp,
# and netperf or iperf3. Uses ip, ethtool, getent, timeout and systemd-detect-virt where present.
#
# VNIC_ROOT, when set, is put before /sys, /proc and /etc: for a container that sees its host's
# trees elsewhere, and for tests.

set -eu

# Decimal points and byte-wise text, whatever the guest's language is.
LC_ALL=C
export LC_ALL

version=0.1.0
root=${VNIC_ROOT:-}
pause=1
options='--target --tool --test --port --runs --duration --warm-up --omit --interface --output --label --include-private --dry-run --help --version'
known_tests='throughput request-response packets'

main() {
  read_arguments "$@"
  check_arguments
  find_interface
  read_guest
  read_interface
  name_adapter
  choose_tool
  announce
  if [ "$dry_run" = yes ]; then
    say "dry run: nothing was sent, nothing was written"
    exit 0
  fi
  reserve_output
  measure
  write_result
  print_summary
}

usage() {
  cat <<EOF
Usage: vnic-validate.sh --target HOST [options]

Measures the network adapter of this Linux guest against HOST and writes a JSON result.

  --target HOST        the other end: it runs netserver or iperf3 -s (required)
  --tool NAME          auto, netperf or iperf3 (auto: netperf if a netserver answers, else iperf3)
  --test LIST          of throughput, request-response, packets; separated by commas
                       (throughput,request-response). Only netperf measures request-response,
                       only iperf3 measures packets; the result says "unknown" for what its tool lacks.
  --port N             control port of the server (netperf 12865, iperf3 5201)
  --runs N             repetitions of each test, at least 5 (5)
  --duration SECONDS   of one repetition (30)
  --warm-up SECONDS    before each repetition, recorded apart (3); --omit is the same
  --interface IFACE    the interface that leads to HOST (found from the route)
  --output FILE        where to write; an existing file is never overwritten
                       (vnic-result-TIME.json)
  --label TEXT         a note of yours, kept in the result
  --include-private    also record host name, target, IP and MAC address
  --dry-run            say what would be sent, send nothing
  --help, --version

Example, with "iperf3 -s" or "netserver" running on 192.0.2.10:
  sh vnic-validate.sh --target 192.0.2.10 --label "vmxnet3, same host"

Exit status: 0 result written, 1 a measurement failed, 2 refused before anything was measured,
             129, 130, 143 interrupted. Without a complete result no file is left behind.
EOF
}

say() { printf '%s\n' "vnic-validate: $*" >&2; }

# What was asked for cannot be done.
refuse() { say "$@"; exit 2; }

# A measurement went wrong.
give_up() { say "$@"; exit 1; }

has() { command -v "$1" >/dev/null 2>&1; }

# ---- arguments

read_arguments() {
  target='' tool=auto tests='throughput request-response' port='' runs=5 duration=30 warm_up=3
  interface='' output='' label='' private=no dry_run=no
  while [ $# -gt 0 ]; do
    case $1 in
      --*=*)
        option=${1%%=*} value=${1#*=}
        shift
        set -- "$option" "$value" "$@"
        ;;
    esac
    case $1 in
      --help) usage; exit 0 ;;
      --version) printf '%s\n' "vnic-validate.sh $version"; exit 0 ;;
      --include-private) private=yes; shift; continue ;;
      --dry-run) dry_run=yes; shift; continue ;;
      --target | --tool | --test | --port | --runs | --duration | --warm-up | --omit | --interface | --output | --label) ;;
      -*) refuse "unknown option $1; the nearest is $(nearest "$1" "$options"). See --help." ;;
      *) refuse "unexpected argument \"$1\"; the host to measure against is named with --target" ;;
    esac
    [ $# -ge 2 ] || refuse "$1 needs a value. See --help."
    case $1 in
      --target) target=$2 ;;
      --tool) tool=$2 ;;
      --test) tests=$(printf '%s' "$2" | tr ',' ' ') ;;
      --port) port=$2 ;;
      --runs) runs=$2 ;;
      --duration) duration=$2 ;;
      --warm-up | --omit) warm_up=$2 ;;
      --interface) interface=$2 ;;
      --output) output=$2 ;;
      --label) label=$2 ;;
    esac
    shift 2
  done
}

check_arguments() {
  [ -n "$target" ] || refuse "no target: name the host to measure against with --target HOST. Nothing is sent without one."
  case $target in
    -* | *[!A-Za-z0-9.:_%-]*) refuse "--target \"$target\" is neither a host name nor an address" ;;
  esac
  case $tool in
    auto | netperf | iperf3) ;;
    *) refuse "--tool \"$tool\" is not known; the nearest is $(nearest "$tool" "auto netperf iperf3")" ;;
  esac
  [ -n "$tests" ] || refuse "--test names no test; known are: $known_tests"
  for test in $tests; do
    case " $known_tests " in
      *" $test "*) ;;
      *) refuse "--test \"$test\" is not known; the nearest is $(nearest "$test" "$known_tests")" ;;
    esac
  done
  check_number --runs "$runs" 5 1000 "fewer than five repetitions say nothing about the spread"
  check_number --duration "$duration" 1 86400 "in whole seconds"
  check_number --warm-up "$warm_up" 0 600 "in whole seconds"
  [ -z "$port" ] || check_number --port "$port" 1 65535 "a TCP port"
  [ -n "$output" ] || output=vnic-result-$(date -u +%Y%m%dT%H%M%SZ).json
  [ ! -e "$output" ] || refuse "$output exists and is never overwritten: choose another --output"
  case $output in
    */*) [ -d "${output%/*}/" ] || refuse "--output \"$output\": there is no folder ${output%/*}/" ;;
  esac
}

check_number() { # option value least most why
  case $2 in
    '' | *[!0-9]* | 0?* | ???????*) refuse "$1 \"$2\": expected a whole number from $3 to $4 ($5)" ;;
  esac
  if [ "$2" -lt "$3" ] || [ "$2" -gt "$4" ]; then
    refuse "$1 $2: expected a whole number from $3 to $4 ($5)"
  fi
}

nearest() { # word candidates: the candidate with the fewest letters to change
  printf '%s %s\n' "$1" "$2" | tr ' ' '\n' | awk '
    function distance(a, b,    i, j, change, cell, m, n) {
      m = length(a); n = length(b)
      for (i = 0; i <= m; i++) cell[i, 0] = i
      for (j = 0; j <= n; j++) cell[0, j] = j
      for (i = 1; i <= m; i++)
        for (j = 1; j <= n; j++) {
          change = cell[i - 1, j - 1] + (substr(a, i, 1) != substr(b, j, 1))
          if (cell[i - 1, j] + 1 < change) change = cell[i - 1, j] + 1
          if (cell[i, j - 1] + 1 < change) change = cell[i, j - 1] + 1
          cell[i, j] = change
        }
      return cell[m, n]
    }
    NR == 1 { word = $0; next }
    { far = distance(word, $0); if (NR == 2 || far < least) { least = far; found = $0 } }
    END { print found }'
}

# ---- what is measured: the interface, the guest, the adapter

# The route decides which interface carries the traffic; a result about another one would be false.
find_interface() {
  address=$target
  case $target in
    *:* | *[!0-9.]*) ! has getent || address=$(getent ahosts "$target" | awk 'NR == 1 { print $1 }') ;;
  esac
  route='' local_address=unknown routed=''
  if has ip && [ -n "$address" ]; then
    route=$(ip route get "$address" 2>/dev/null | head -n 1) || route=''
    routed=$(printf '%s\n' "$route" | sed -n 's/.* dev \([^ ]*\).*/\1/p')
    local_address=$(printf '%s\n' "$route" | sed -n 's/.* src \([^ ]*\).*/\1/p')
  fi
  if [ -n "$interface" ] && [ ! -e "$root/sys/class/net/$interface" ]; then
    refuse "--interface \"$interface\": this guest has no such interface"
  fi
  if [ "$routed" = lo ]; then
    refuse "$target is this machine: the traffic would pass no adapter. Choose a target on another machine."
  fi
  if [ -z "$interface" ]; then
    [ -n "$routed" ] || refuse "cannot tell by which interface $target is reached: name it with --interface"
    interface=$routed
  elif [ -n "$routed" ] && [ "$routed" != "$interface" ]; then
    refuse "$target is reached by $routed, not by $interface: change the route, or leave --interface out"
  fi
}

read_guest() {
  kernel=$(uname -r)
  architecture=$(uname -m)
  os=$(os_release ID)
  os_version=$(os_release VERSION_ID)
  cpu_model=$(sed -n 's/^model name[[:space:]]*: //p' "$root/proc/cpuinfo" 2>/dev/null | head -n 1) || cpu_model=''
  vcpus=$(grep -c '^processor' "$root/proc/cpuinfo" 2>/dev/null) || vcpus=unknown
  cpus_allowed=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "$root/proc/self/status" 2>/dev/null) || cpus_allowed=''
  congestion=$(first_line "$root/proc/sys/net/ipv4/tcp_congestion_control")
  hypervisor=$(find_hypervisor)
}

os_release() { # key
  sed -n "s/^$1=//p" "$root/etc/os-release" 2>/dev/null | sed "s/^[\"']//; s/[\"']\$//" | head -n 1
}

# Some files of /sys exist and still refuse to be read.
first_line() { # file
  head -n 1 "$1" 2>/dev/null || true
}

find_hypervisor() {
  if [ -z "$root" ] && has systemd-detect-virt; then
    systemd-detect-virt --vm 2>/dev/null || true
    return
  fi
  case $(first_line "$root/sys/class/dmi/id/sys_vendor") in
    VMware*) echo vmware ;;
    QEMU*) echo qemu ;;
    Microsoft*) echo microsoft ;;
    Xen*) echo xen ;;
    innotek* | Oracle*) echo oracle ;;
    Amazon*) echo amazon ;;
    Google*) echo google ;;
    *)
      # Which hypervisor stays unknown; only x86 says by a missing flag that there is none.
      if grep -q '^flags' "$root/proc/cpuinfo" 2>/dev/null && ! grep -q '^flags.* hypervisor' "$root/proc/cpuinfo"; then
        echo none
      fi
      ;;
  esac
}

read_interface() {
  net=$root/sys/class/net/$interface
  identity=$(ethtool_says -i) features=$(ethtool_says -k) channels=$(ethtool_says -l)
  coalescing=$(ethtool_says -c) rings=$(ethtool_says -g)
  device=$(real_path "$net/device")
  bus=$(field "$identity" bus-info)
  [ -n "$bus" ] || bus=$(printf '%s\n' "$device" | tr / '\n' | grep -E '^[0-9a-f]+:[0-9a-f]+:[0-9a-f]+\.[0-7]$' | tail -n 1) || bus=''
  driver=$(field "$identity" driver)
  driver_path=$(real_path "$net/device/driver")
  [ -n "$driver" ] || driver=${driver_path##*/}
  driver_version=$(field "$identity" version)
  [ -n "$driver_version" ] || driver_version=$(first_line "$net/device/driver/module/version")
  firmware=$(field "$identity" firmware-version)
  adaptive_rx=$(printf '%s\n' "$coalescing" | sed -n 's/^Adaptive RX: *\([^ ]*\).*/\1/p')
  adaptive_tx=$(printf '%s\n' "$coalescing" | sed -n 's/^Adaptive RX:.*TX: *\([^ ]*\).*/\1/p')
  speed=$(first_line "$net/speed")
  case $speed in 0 | -*) speed='' ;; esac
}

ethtool_says() { # flag
  if has ethtool; then ethtool "$1" "$interface" 2>/dev/null || true; fi
}

real_path() { # folder
  (cd -P "$1" 2>/dev/null && pwd) || true
}

field() { # text key: what follows "key:" at the start of a line
  printf '%s\n' "$1" | awk -v key="$2:" 'index($0, key) == 1 {
    value = substr($0, length(key) + 1)
    gsub(/^[ \t]+|[ \t]+$/, "", value)
    print value
    exit
  }'
}

# The atlas's id of the adapter behind the driver, and why we think so.
name_adapter() {
  adapter=unknown adapter_basis="driver ${driver:-unknown} belongs to no adapter of the atlas"
  function_kind=$(find_function_kind)
  case $driver in
    vmxnet3) adapter=vmxnet3 ;;
    vmxnet) adapter_basis='driver vmxnet serves both vmxnet and vmxnet2' ;;
    virtio_net) adapter=virtio-net ;;
    e1000 | e1000e) adapter=$driver ;;
    8139cp | 8139too) adapter=rtl8139 ;;
    pcnet32)
      case $hypervisor in
        vmware | '') adapter=vlance ;;
        *) adapter_basis='driver pcnet32 is vlance on VMware only' ;;
      esac
      ;;
  esac
  [ "$adapter" = unknown ] || adapter_basis="driver $driver"
  if [ "$hypervisor" = none ]; then
    case $adapter in
      e1000 | e1000e | rtl8139 | vlance)
        adapter=unknown adapter_basis="driver $driver without a hypervisor: a physical card"
        ;;
    esac
  fi
  if [ "$function_kind" = virtual ]; then
    adapter=sriov adapter_basis="driver $driver on an SR-IOV virtual function"
  elif [ "$function_kind" = physical ] && [ "$hypervisor" = vmware ]; then
    adapter=directpath-io adapter_basis="driver $driver on a physical function inside a VMware guest"
  fi
}

# A guest does not see the link to the physical function: then the driver or the device id tells.
find_function_kind() {
  if [ -e "$net/device/physfn" ]; then echo virtual; return; fi
  case $driver in
    ixgbevf | igbvf | iavf | i40evf | fm10kvf | cxgb4vf) echo virtual ;;
    igb | ixgbe | i40e | ice) echo physical ;;
    mlx5_core)
      # Device ids of virtual functions, from the id table of Linux's mlx5 driver.
      case $(first_line "$net/device/device") in
        0x1012 | 0x1014 | 0x1016 | 0x1018 | 0x101a | 0x101c | 0x101e | 0xa2d3) echo virtual ;;
        0x*) echo physical ;;
      esac
      ;;
  esac
}

# ---- the tool

choose_tool() {
  tool_reason='asked for with --tool'
  case $tool in
    auto)
      case " $tests " in *' packets '*) wants_packets=yes ;; *) wants_packets=no ;; esac
      if [ "$wants_packets" = yes ] && has iperf3; then
        tool=iperf3 tool_reason='packets are measured with iperf3'
      elif ! has netperf; then
        tool=iperf3 tool_reason='netperf is not installed'
      elif [ "$dry_run" = yes ]; then
        tool=netperf tool_reason='if a netserver answers, which a dry run does not ask; otherwise iperf3'
      elif netserver_answers; then
        tool=netperf tool_reason='netperf is installed and a netserver answers'
      else
        tool=iperf3 tool_reason='no netserver answers'
      fi
      ;;
    netperf)
      if has netperf && [ "$dry_run" = no ] && ! netserver_answers; then
        give_up "no netserver answers on $target port ${port:-12865}: start one there with netserver -p ${port:-12865}"
      fi
      ;;
  esac
  has "$tool" || refuse "$tool is not installed ($tool_reason): install netperf or iperf3"
  case $tool in
    netperf) tool_version=$(netperf -V 2>&1 | awk 'NR == 1 { print $NF }') port=${port:-12865} lacks=packets ;;
    iperf3) tool_version=$(iperf3 --version 2>&1 | awk 'NR == 1 { print $2 }') port=${port:-5201} lacks=request-response ;;
  esac
  measured=''
  for test in $tests; do
    [ "$test" = "$lacks" ] || measured="$measured $test"
  done
  [ -n "$measured" ] || refuse "$tool does not measure $lacks: choose the other --tool, or another --test"
}

# One transaction: a negative length counts transactions instead of seconds.
netserver_answers() {
  say "asking $target port ${port:-12865} with one transaction whether a netserver answers"
  set -- netperf -H "$target" -p "${port:-12865}" -t TCP_RR -l -1 -P 0
  ! has timeout || set -- timeout 10 "$@"
  "$@" >/dev/null 2>&1 </dev/null
}

announce() {
  count=0
  for test in $measured; do count=$((count + 1)); done
  seconds=$((runs * count * (duration + warm_up + pause)))
  say "$version"
  say "  target     $target, port $port, by interface $interface (driver ${driver:-unknown}, adapter $adapter)"
  say "  tool       $tool ${tool_version:-unknown}: $tool_reason"
  for test in $measured; do
    case $test in
      throughput) what='one TCP stream, as fast as it goes' ;;
      request-response) what='one byte there and back over TCP, one at a time' ;;
      packets) what='UDP with 64 bytes of payload, as fast as it goes' ;;
    esac
    say "  sends      $test: $what; $runs x $duration s, each after $warm_up s of warm-up"
  done
  case " $tests " in
    *" $lacks "*) say "  leaves out $lacks: $tool does not measure it, the result will say \"unknown\"" ;;
  esac
  say "  takes      about $((seconds / 60)) min $((seconds % 60)) s; it loads the network on the way to the target"
  case $private in
    yes) say "  result     $output, with host name, target, IP and MAC address" ;;
    *) say "  result     $output, without host names and addresses" ;;
  esac
}

# ---- measuring

# The partial file is claimed before the first packet, so that no run is lost to a taken name.
reserve_output() {
  partial=$output.partial
  (set -C && : >"$partial") 2>/dev/null ||
    refuse "cannot create $partial: another run writes it, one was killed and left it, or the folder is read-only"
  child=''
  work=''
  trap clean_up EXIT
  trap 'interrupted 129' HUP
  trap 'interrupted 130' INT
  trap 'interrupted 143' TERM
  work=$(mktemp -d "${TMPDIR:-/tmp}/vnic-validate.XXXXXX")
}

clean_up() {
  [ -z "$work" ] || rm -rf "$work"
  rm -f "$partial"
}

interrupted() { # exit status
  trap '' HUP INT TERM
  say "interrupted: no result is written"
  if [ -n "$child" ]; then
    kill -TERM "$child" 2>/dev/null || true
    # Tools tell their server before they stop; one that does not within two seconds is ended.
    (sleep 2 && kill -KILL "$child") >/dev/null 2>&1 &
    guard=$!
    wait "$child" 2>/dev/null || true
    kill "$guard" 2>/dev/null || true
  fi
  exit "$1"
}

measure() {
  started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  repetition=1
  while [ "$repetition" -le "$runs" ]; do
    # Tests take turns, so that a drift of the environment meets all of them alike.
    for test in $measured; do
      say "$test, repetition $repetition of $runs"
      case $tool-$test in
        netperf-throughput) sample_netperf TCP_STREAM '10^6bits/s' ;;
        netperf-request-response) sample_netperf TCP_RR Trans/s ;;
        iperf3-throughput) sample_iperf3 bytes ;;
        iperf3-packets) sample_iperf3 packets -u -b 0 -l 64 ;;
      esac
      sleep "$pause"
    done
    repetition=$((repetition + 1))
  done
  finished=$(date -u +%Y-%m-%dT%H:%M:%SZ)
}

# Output goes to $work/out, messages to $work/err. In the background, because a shell hears
# signals while it waits but not while a command runs in front.
run_tool() { # seconds command...
  limit=$(($1 + 60))
  shift
  status=0
  ! has timeout || set -- timeout "$limit" "$@"
  "$@" >"$work/out" 2>"$work/err" &
  child=$!
  wait "$child" || status=$?
  child=''
}

failed() { # reason
  give_up "$test, repetition $repetition of $runs failed: $1. Nothing is written; a failed run is no evidence."
}

failed_with_status() {
  [ "$status" != 124 ] || failed "$tool did not end within $limit s"
  failed "$tool ended with status $status: $(cat "$work/err" "$work/out" | grep -v '^[[:space:]]*$' | tail -n 1)"
}

sample_netperf() { # netperf-test expected-unit
  if [ "$warm_up" -gt 0 ]; then
    run_netperf "$1" "$2" "$warm_up"
    write_warm_up "$(netperf_value THROUGHPUT)" "$(netperf_value ELAPSED_TIME)"
  fi
  before_rx=$(counter rx_dropped) before_tx=$(counter tx_dropped)
  run_netperf "$1" "$2" "$duration"
  # netperf writes -1 for what it did not measure; write_sample turns that into "unknown".
  write_sample "$(netperf_value THROUGHPUT)" "$(netperf_value ELAPSED_TIME)" "$(netperf_value LOCAL_TRANSPORT_RETRANS)" \
    unknown "$(netperf_value LOCAL_CPU_UTIL)" "$(netperf_value REMOTE_CPU_UTIL)"
}

run_netperf() { # netperf-test expected-unit seconds
  keys=THROUGHPUT,THROUGHPUT_UNITS,ELAPSED_TIME,LOCAL_TRANSPORT_RETRANS,LOCAL_CPU_UTIL,REMOTE_CPU_UTIL
  keep_command "netperf -H TARGET -p $port -t $1 -l $duration -P 0 -c -C -- -k $keys"
  run_tool "$3" netperf -H "$target" -p "$port" -t "$1" -l "$3" -P 0 -c -C -- -k "$keys"
  [ "$status" = 0 ] || failed_with_status
  unit=$(netperf_value THROUGHPUT_UNITS)
  [ "$unit" = "$2" ] || failed "netperf's unit is \"$unit\", expected \"$2\""
}

netperf_value() { # key
  sed -n "s/^$1=//p" "$work/out" | head -n 1
}

sample_iperf3() { # counted-thing options...
  counted=$1
  shift
  [ "$warm_up" = 0 ] || set -- "$@" -O "$warm_up"
  set -- -p "$port" -t "$duration" "$@"
  keep_command "iperf3 -J -c TARGET $*"
  before_rx=$(counter rx_dropped) before_tx=$(counter tx_dropped)
  run_tool "$((duration + warm_up))" iperf3 -J -c "$target" "$@"
  flatten_json <"$work/out" >"$work/flat"
  error=$(iperf3_value error)
  [ -z "$error" ] || failed "iperf3 reports \"$error\""
  [ "$status" = 0 ] || failed_with_status
  case $counted in
    bytes)
      value=$(calculate '%.3f' "$(iperf3_value end.sum_received.bits_per_second)" / 1e6)
      length=$(iperf3_value end.sum_received.seconds) lost=unknown
      ;;
    packets)
      # end.sum is the sender's rate. What the receiver counts as lost includes the warm-up (seen with iperf3 3.12), so the
      # bytes that arrived decide, which releases before 3.10 do not tell.
      length=$(iperf3_value end.sum.seconds) sent=$(iperf3_value end.sum.packets)
      arrived=$(calculate '%.0f' "$(iperf3_value end.sum_received.bytes)" / "$(iperf3_value start.test_start.blksize)")
      [ -n "$arrived" ] || arrived=$(calculate '%.0f' "$sent" - "$(iperf3_value end.sum.lost_packets)")
      value=$(calculate '%.3f' "$arrived" / "$length") lost=$(calculate '%.0f' "$sent" - "$arrived")
      # The two sides begin to count at moments of their own.
      [ "$(calculate '%d' 0 '>' "$lost")" != 1 ] || lost=0
      ;;
  esac
  write_sample "$value" "$length" "$(iperf3_value end.sum_sent.retransmits)" "$lost" \
    "$(iperf3_value end.cpu_utilization_percent.host_total)" "$(iperf3_value end.cpu_utilization_percent.remote_total)"
  [ "$warm_up" = 0 ] || write_iperf3_warm_up
}

# One line for each value of a JSON text: its path, a tab, the value. Tokens never span lines.
flatten_json() {
  awk '
    function path(    i, text) {
      for (i = 1; i <= depth; i++) text = text (i > 1 ? "." : "") part[i]
      return text
    }
    function take(token) {
      if (token ~ /^[[{]$/) { depth++; list[depth] = token == "["; part[depth] = 0; key[depth] = !list[depth] }
      else if (token ~ /^[]}]$/) depth--
      else if (token == ",") { if (list[depth]) part[depth]++; else key[depth] = 1 }
      else if (token == ":") key[depth] = 0
      else {
        if (token ~ /^"/) token = substr(token, 2, length(token) - 2)
        if (key[depth]) part[depth] = token; else print path() "\t" token
      }
    }
    {
      text = $0
      while (match(text, /"([^"\\]|\\.)*"|[][{}:,]|[^][{}:," \t\r]+/)) {
        token = substr(text, RSTART, RLENGTH)
        text = substr(text, RSTART + RLENGTH)
        take(token)
      }
    }'
}

iperf3_value() { # path
  awk -F '\t' -v path="$1" '$1 == path { print $2; exit }' "$work/flat"
}

# iperf3 marks the intervals it omits; they are counted where they were sent.
write_iperf3_warm_up() {
  warm=$(awk -F '\t' -v counted="$counted" '
    $1 ~ /^intervals\.[0-9]+\.sum\./ { split($1, part, "."); sum[part[2], part[4]] = $2; seen[part[2]] }
    END {
      for (i in seen) if (sum[i, "omitted"] == "true") { amount += sum[i, counted]; seconds += sum[i, "seconds"] }
      if (seconds > 0) printf "%.3f %.3f", amount * (counted == "bytes" ? 8 / 1e6 : 1) / seconds, seconds
    }' "$work/flat")
  [ -n "$warm" ] || failed "iperf3 reported no warm-up"
  write_warm_up "${warm% *}" "${warm#* }"
}

keep_command() { # command, without the target
  printf '%s\n' "$1" >"$work/$test.command"
}

counter() { # name of one of the interface's counters
  first_line "$net/statistics/$1"
}

write_warm_up() { # value seconds
  printf '{ "run": %s, "value": %s, "seconds": %s }\n' "$repetition" "$(number "$1")" "$(number "$2")" >>"$work/$test.warm-up"
}

write_sample() { # value seconds retransmits lost local-cpu remote-cpu
  is_number "$1" || failed "no value in $tool's output"
  [ "$(calculate '%d' "$1" '>' 0)" = 1 ] || failed "nothing arrived at the target"
  printf '%s\n' "$1" >>"$work/$test.values"
  printf '{ "run": %s, "value": %s, "seconds": %s, "retransmits": %s, "lostPackets": %s, ' \
    "$repetition" "$1" "$(rounded "$2")" "$(measured_number "$3")" "$(measured_number "$4")" >>"$work/$test.samples"
  printf '"localCpuPercent": %s, "remoteCpuPercent": %s, "rxDropped": %s, "txDropped": %s }\n' \
    "$(rounded "$5")" "$(rounded "$6")" \
    "$(measured_number "$(calculate '%.0f' "$(counter rx_dropped)" - "$before_rx")")" \
    "$(measured_number "$(calculate '%.0f' "$(counter tx_dropped)" - "$before_tx")")" >>"$work/$test.samples"
}

# ---- the result

write_result() {
  current_channels=${channels#*Current hardware settings:} most_channels=${channels%%Current hardware settings:*}
  current_rings=${rings#*Current hardware settings:} most_rings=${rings%%Current hardware settings:*}
  {
    cat <<EOF
{
  "format": "vnic-atlas-result",
  "formatVersion": 1,
  "script": { "name": "vnic-validate.sh", "version": $(quote "$version") },
  "label": $(quote "$label"),
  "startedAt": $(quote "$started"),
  "finishedAt": $(quote "$finished"),
  "adapter": { "id": $(quote "$adapter"), "basis": $(quote "$adapter_basis") },
  "interface": {
    "name": $(quote "$interface"),
    "driver": $(known "$driver"),
    "driverVersion": $(known "$driver_version"),
    "firmware": $(known "$firmware"),
    "busInfo": $(known "$bus"),
    "mtu": $(number "$(first_line "$net/mtu")"),
    "linkSpeedMbps": $(number "$speed"),
    "offloads": {
      "tso": $(switch "$(field "$features" tcp-segmentation-offload)"),
      "gso": $(switch "$(field "$features" generic-segmentation-offload)"),
      "gro": $(switch "$(field "$features" generic-receive-offload)"),
      "lro": $(switch "$(field "$features" large-receive-offload)"),
      "rxChecksum": $(switch "$(field "$features" rx-checksumming)"),
      "txChecksum": $(switch "$(field "$features" tx-checksumming)")
    },
    "queues": {
      "rx": $(count_queues rx),
      "tx": $(count_queues tx),
      "combined": $(number "$(field "$current_channels" Combined)"),
      "combinedMaximum": $(number "$(field "$most_channels" Combined)")
    },
    "rings": {
      "rx": $(number "$(field "$current_rings" RX)"),
      "tx": $(number "$(field "$current_rings" TX)"),
      "rxMaximum": $(number "$(field "$most_rings" RX)"),
      "txMaximum": $(number "$(field "$most_rings" TX)")
    },
    "coalescing": {
      "adaptiveRx": $(switch "$adaptive_rx"),
      "adaptiveTx": $(switch "$adaptive_tx"),
      "rxUsecs": $(number "$(field "$coalescing" rx-usecs)"),
      "rxFrames": $(number "$(field "$coalescing" rx-frames)"),
      "txUsecs": $(number "$(field "$coalescing" tx-usecs)"),
      "txFrames": $(number "$(field "$coalescing" tx-frames)")
    }
  },
  "guest": {
    "os": $(known "$os"),
    "osVersion": $(known "$os_version"),
    "kernel": $(known "$kernel"),
    "architecture": $(known "$architecture"),
    "cpuModel": $(known "$cpu_model"),
    "vcpus": $(number "$vcpus"),
    "cpusAllowed": $(known "$cpus_allowed"),
    "congestionControl": $(known "$congestion")
  },
  "hypervisor": { "vendor": $(known "$hypervisor"), "version": "unknown" },
  "tool": { "name": $(quote "$tool"), "version": $(known "$tool_version"), "reason": $(quote "$tool_reason") },
  "method": {
    "direction": "send",
    "streams": 1,
    "runs": $runs,
    "durationSeconds": $duration,
    "warmUpSeconds": $warm_up,
    "pauseSeconds": $pause
  },
  "tests": [
EOF
    separator=''
    for test in $tests; do
      printf '%s' "$separator"
      write_test
      separator=',
'
    done
    printf '\n  ],\n'
    write_private
    printf '}\n'
  } >"$partial"
  publish
}

write_test() {
  if [ "$test" = "$lacks" ]; then
    printf '    { "test": "%s", "status": "unknown", "reason": "%s does not measure it" }' "$test" "$tool"
    return
  fi
  protocol=TCP payload='"unknown"'
  case $test in
    throughput) unit=Mbit/s ;;
    request-response) unit=transactions/s payload=1 ;;
    packets) unit=packets/s protocol=UDP payload=64 ;;
  esac
  sort -n "$work/$test.values" | awk '
    { value[NR] = $1; sum += $1 }
    END {
      middle = NR % 2 ? value[(NR + 1) / 2] : (value[NR / 2] + value[NR / 2 + 1]) / 2
      printf "%d %.3f %.3f %.3f %.3f\n", NR, value[1], middle, sum / NR, value[NR]
    }' >"$work/$test.summary"
  read -r count least middle mean most <"$work/$test.summary"
  cat <<EOF
    {
      "test": "$test",
      "status": "measured",
      "protocol": "$protocol",
      "payloadBytes": $payload,
      "unit": "$unit",
      "command": $(quote "$(cat "$work/$test.command")"),
      "samples": [
$(comma_separated "$work/$test.samples")
      ],
      "warmUp": [
$(comma_separated "$work/$test.warm-up")
      ],
      "summary": { "count": $count, "min": $least, "median": $middle, "mean": $mean, "max": $most }
EOF
  printf '    }'
}

comma_separated() { # file of JSON objects, one per line
  [ ! -e "$1" ] || awk '{ printf "%s        %s", (NR > 1 ? ",\n" : ""), $0 }' "$1"
}

write_private() {
  if [ "$private" = no ]; then
    printf '  "privateIncluded": false\n'
    return
  fi
  cat <<EOF
  "privateIncluded": true,
  "private": {
    "hostName": $(known "$(uname -n)"),
    "target": $(quote "$target"),
    "localAddress": $(known "$local_address"),
    "macAddress": $(known "$(first_line "$net/address")")
  }
EOF
}

# A link fails where a name is taken, a move would overwrite; some file systems have no links.
publish() {
  if ln "$partial" "$output" 2>/dev/null; then return; fi
  [ ! -e "$output" ] || refuse "$output appeared during the run and is not overwritten: this result is lost, choose another --output"
  mv "$partial" "$output"
}

print_summary() {
  printf '\n'
  for test in $tests; do
    if [ "$test" = "$lacks" ]; then
      printf '%-17s unknown: %s does not measure it\n' "$test" "$tool"
      continue
    fi
    case $test in throughput) unit=Mbit/s ;; request-response) unit=transactions/s ;; packets) unit=packets/s ;; esac
    awk -v test="$test" -v unit="$unit" '{
      printf "%-17s median %.1f %s, %.1f to %.1f, spread %.1f %% of the median, %d runs\n", \
        test, $3, unit, $2, $5, 100 * ($5 - $2) / $3, $1
    }' "$work/$test.summary"
  done
  printf '%-17s a difference smaller than the spread is noise\n' 'note'
  case $adapter in
    unknown) printf '%-17s /adapters/ (which adapter this is could not be told: %s)\n' 'compare with' "$adapter_basis" ;;
    *) printf '%-17s /adapters/%s/\n' 'compare with' "$adapter" ;;
  esac
  printf '%-17s %s\n' 'result' "$output"
}

# ---- JSON

# Text as a JSON string in plain ASCII; bytes that are no UTF-8 become U+FFFD.
quote() { # text
  case $1 in
    *[!A-Za-z0-9\ .,:/_-]*) ;;
    *) printf '"%s"' "$1"; return ;;
  esac
  printf '%s' "$1" | od -An -v -tx1 | awk '
    function put(code) {
      if (code < least || code > 1114111 || (code >= 55296 && code <= 57343)) code = 65533
      if (code == 34 || code == 92) printf "\\%c", code
      else if (code >= 32 && code < 127) printf "%c", code
      else if (code < 65536) printf "\\u%04x", code
      else { code -= 65536; printf "\\u%04x\\u%04x", 55296 + int(code / 1024), 56320 + code % 1024 }
    }
    function start(byte) {
      least = 0
      if (byte < 128) put(byte)
      else if (byte >= 194 && byte < 224) { more = 1; code = byte - 192; least = 128 }
      else if (byte >= 224 && byte < 240) { more = 2; code = byte - 224; least = 2048 }
      else if (byte >= 240 && byte < 245) { more = 3; code = byte - 240; least = 65536 }
      else put(65533)
    }
    BEGIN { hex = "0123456789abcdef"; printf "\"" }
    {
      for (i = 1; i <= NF; i++) {
        byte = 16 * index(hex, substr($i, 1, 1)) + index(hex, substr($i, 2, 1)) - 17
        if (!more) start(byte)
        else if (byte >= 128 && byte < 192) { code = code * 64 + byte - 128; if (--more == 0) put(code) }
        else { more = 0; put(65533); start(byte) }
      }
    }
    END { if (more) put(65533); printf "\"" }'
}

known() { # text, or nothing: "unknown" for what could not be read
  case $1 in
    '' | n/a | N/A) printf '"unknown"' ;;
    *) quote "$1" ;;
  esac
}

switch() { # on, off, or anything else
  case $1 in
    on*) printf '"on"' ;;
    off*) printf '"off"' ;;
    *) printf '"unknown"' ;;
  esac
}

is_number() { # text
  case $1 in
    '' | *[!0-9.eE+-]* | 0[0-9]*) return 1 ;;
    *[!0-9]*) printf '%s\n' "$1" | grep -Eqx -e '-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?' ;;
  esac
}

number() { # text
  if is_number "$1"; then printf '%s' "$1"; else printf '"unknown"'; fi
}

measured_number() { # text; below zero means that it was not measured
  case $1 in -*) printf '"unknown"' ;; *) number "$1" ;; esac
}

rounded() { # text
  measured_number "$(calculate '%.3f' "$1" + 0)"
}

calculate() { # format left operator right; nothing unless both are numbers
  if is_number "$2" && is_number "$4"; then
    awk -v format="$1" -v left="$2" -v operator="$3" -v right="$4" 'BEGIN {
      if (operator == "/" && right + 0 == 0) exit
      if (operator == "+") result = left + right
      if (operator == "-") result = left - right
      if (operator == "/") result = left / right
      if (operator == ">") result = left + 0 > right + 0
      printf format, result
    }'
  fi
}

count_queues() { # rx or tx
  set -- "$net/queues/$1"-*
  if [ -e "$1" ]; then printf '%s' "$#"; else printf '"unknown"'; fi
}

main "$@"
