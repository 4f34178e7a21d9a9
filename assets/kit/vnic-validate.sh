#!/bin/sh
# vnic-validate.sh: measure the virtual network adapter of a Linux or FreeBSD guest, for vNIC Atlas.
# SPDX-License-Identifier: Apache-2.0
#
# Sends traffic only to the host named with --target. Repeats every test, appends each repetition to a file as it ends, and
# writes one JSON result (result.schema.json describes both files). Needs a POSIX shell with the usual text tools, and iperf3,
# netperf or sockperf. Uses ip, ethtool, getent, timeout and systemd-detect-virt if they are installed.
#
# VNIC_ROOT, if set, is put before /sys, /proc and /etc: for a container that sees its host's trees elsewhere, and for tests.

# Traps call functions that look unreachable behind the exit in main.
# shellcheck disable=SC2317

set -euf

# Decimal points and byte-wise text, whatever the guest's language is.
LC_ALL=C
export LC_ALL

version=0.3.0
root=${VNIC_ROOT:-}
tab=$(printf '\t')
known_tests='throughput request-response packets'
known_tools='iperf3 netperf sockperf'
loss_limits='0.1 0.5'
# Size of the peer's state in bytes, always the same: iperf3 ends a transfer as soon as it has that many.
state_size=131072
# A run with more stolen time than this, in percent, is marked.
steal_limit=2
# A repetition is marked if this guest's processors were busier than this, in percent, while the script paused before it.
background_limit=20
# Rates found by the search differ from the true limit by at most this share, in percent.
resolution=2

options='--target --a --b --interface --test --tool --port --direction --streams --runs --until --max-runs --blocks
--duration --warm-up --trial --pause --packet-bytes --output --resume --label --serve --include-private --allow-loopback
--dry-run --help --version'
# What a resumed session may still be told; everything else is in its file.
resumable='--target --a --b --interface --port --runs --until --max-runs --allow-loopback'

main() {
  find_commands
  read_arguments "$@"
  check_arguments
  find_system
  if [ "$serve" = yes ]; then serve_peer; fi
  make_work_folder
  if [ -n "$resume" ]; then read_session; fi
  find_interfaces
  read_guest
  choose_tools
  announce
  if [ "$dry_run" = yes ]; then
    say "dry run: nothing was sent, nothing was written"
    exit 0
  fi
  open_session
  measure
  finish complete ''
  # A shell reads its script while it runs: it must not return to a file that a newer download replaced.
  exit "$exit_status"
}

usage() {
  cat <<EOF
Usage: vnic-validate.sh --target HOST [options]
       vnic-validate.sh --serve [--interface IFACE]
       vnic-validate.sh --resume FILE.jsonl --target HOST

Measures the network adapter of this guest against HOST and writes a JSON result.

On the other end
  --serve              start the servers that are installed and record this end's CPU, interrupts and drops

What is measured
  --target HOST        the other end (required)
  --test LIST          of throughput, request-response, packets (throughput,request-response)
  --direction LIST     of send, receive (send,receive)
  --streams LIST       numbers of parallel TCP streams (1 and the number of CPUs, at most 8)
  --interface IFACE    the interface that leads to HOST (found from the route)
  --tool LIST          use only these of iperf3, netperf, sockperf (all that are installed and answer)
  --port N             port of the server; with a name for one of several: --port sockperf=11111
                       (iperf3 5201, netperf 12865, netperf-data 12866, sockperf 11111, peer 5202)

How often
  --runs N             repetitions of each test, at least 5 (5)
  --until PERCENT      add repetitions until the 95 % interval is no wider than ±PERCENT, or --max-runs is reached
  --max-runs N         limit for --until (30)
  --duration SECONDS   of one repetition (30)
  --warm-up SECONDS    before each repetition, not counted (3)
  --trial SECONDS      of one step of the search for the loss-free rate (5)
  --pause SECONDS      between repetitions (1)
  --packet-bytes N     UDP payload of packets and request-response, 16 to 1400 (64)

Compare two adapters
  --a IFACE --b IFACE  two adapters of this guest: repetitions alternate A B B A. A target for each: --target HOST_A,HOST_B
  --blocks N           one adapter exchanged for the other: N blocks in the order A B B A, at least 4. The session stops
                       after each block; exchange the adapter and continue with --resume

Files
  --output FILE.json   the result; an existing file is never overwritten (vnic-result-TIME.json).
                       FILE.jsonl beside it holds each repetition as soon as it ended
  --resume FILE.jsonl  continue a session that was stopped, failed or killed
  --label TEXT         a note of yours, kept in the result
  --include-private    also record host name, target, IP and MAC addresses

  --allow-loopback     accept this machine as its own target, to try the kit; the result is marked
  --dry-run            print what would be sent, send nothing
  --help, --version

Example, with "sh vnic-validate.sh --serve" running on 192.0.2.10:
  sh vnic-validate.sh --target 192.0.2.10 --label "vmxnet3, same host"

Exit status: 0 result complete, 1 a measurement failed, 2 refused before anything was measured, 3 a block is done and
             others remain, 129, 130, 143 interrupted. Repetitions that ended are kept in every case.
EOF
}

say() { printf '%s\n' "vnic-validate: $*" >&2; }

# What was asked for cannot be done.
refuse() { say "$@"; exit 2; }

has() { command -v "$1" >/dev/null 2>&1; }

# ---- arguments

find_commands() {
  for command in awk cat date dd grep head mktemp mv od rm sed sleep tail tr uname; do
    has "$command" || refuse "$command is not installed, and this script needs it"
  done
}

read_arguments() {
  target='' side_a='' side_b='' interface='' test_list='throughput request-response' tests_named=no tools=auto
  port_iperf3=5201 port_netperf=12865 port_netperf_data=12866 port_sockperf=11111 port_peer=5202 port_plain=''
  direction_list='send receive' stream_list='' runs=5 until='' max_runs=30 blocks='' duration=30 warm_up=3 trial=5 pause=1
  payload=64 output='' resume='' label='' serve=no private=no loopback=no dry_run=no given=''
  while [ $# -gt 0 ]; do
    case $1 in
      --*=*)
        option=${1%%=*} value=${1#*=}
        shift
        set -- "$option" "$value" "$@"
        ;;
    esac
    given="$given $1"
    case $1 in
      --help) usage; exit 0 ;;
      --version) printf '%s\n' "vnic-validate.sh $version"; exit 0 ;;
      --serve) serve=yes; shift; continue ;;
      --include-private) private=yes; shift; continue ;;
      --allow-loopback) loopback=yes; shift; continue ;;
      --dry-run) dry_run=yes; shift; continue ;;
      -*)
        is_listed "$1" "$options" || refuse "unknown option $1; the nearest is $(nearest "$1" "$options"). See --help."
        ;;
      *) refuse "unexpected argument \"$1\"; name the host to measure against with --target" ;;
    esac
    [ $# -ge 2 ] || refuse "$1 needs a value. See --help."
    case $1 in
      --target) target=$2 ;;
      --a) side_a=$2 ;;
      --b) side_b=$2 ;;
      --interface) interface=$2 ;;
      --test) parse_list --test "$2" test "$known_tests"; test_list=$list tests_named=yes ;;
      --tool)
        if [ "$2" = auto ]; then tools=auto; else parse_list --tool "$2" tool "$known_tools"; tools=$list; fi
        ;;
      --direction) parse_list --direction "$2" direction 'send receive'; direction_list=$list ;;
      --streams) parse_list --streams "$2" number ''; stream_list=$list ;;
      --port) read_ports "$2" ;;
      --runs) runs=$2 ;;
      --until) until=${2%\%} ;;
      --max-runs) max_runs=$2 ;;
      --blocks) blocks=$2 ;;
      --duration) duration=$2 ;;
      --warm-up) warm_up=$2 ;;
      --trial) trial=$2 ;;
      --pause) pause=$2 ;;
      --packet-bytes) payload=$2 ;;
      --output) output=$2 ;;
      --resume) resume=$2 ;;
      --label) label=$2 ;;
    esac
    shift 2
  done
}

plural() { # number noun
  if [ "$1" = 1 ]; then printf '1 %s' "$2"; else printf '%s %ss' "$1" "$2"; fi
}

is_listed() { # word words
  for listed in $2; do
    [ "$listed" != "$1" ] || return 0
  done
  return 1
}

parse_list() { # option value noun known-words: sets list
  list='' list_option=$1 list_noun=$3 list_known=$4 list_value=$2
  ifs=$IFS IFS=", $tab"
  # Splitting is the purpose; names are not expanded (set -f).
  # shellcheck disable=SC2086
  set -- $list_value
  IFS=$ifs
  for item in "$@"; do
    [ -n "$item" ] || continue
    if [ -n "$list_known" ] && ! is_listed "$item" "$list_known"; then
      refuse "$list_option \"$item\" is not known; the nearest is $(nearest "$item" "$list_known")"
    fi
    ! is_listed "$item" "$list" || refuse "$list_option names $item twice: name each $list_noun once"
    list="$list $item"
  done
  list=${list# }
  [ -n "$list" ] || refuse "$list_option \"$list_value\" names no $list_noun${list_known:+; known are: $list_known}"
}

read_ports() { # value: 5201, or sockperf=11111,netperf=12865
  parse_list --port "$1" port ''
  for item in $list; do
    case $item in
      iperf3=*) port_iperf3=${item#*=} ;;
      netperf=*) port_netperf=${item#*=} ;;
      netperf-data=*) port_netperf_data=${item#*=} ;;
      sockperf=*) port_sockperf=${item#*=} ;;
      peer=*) port_peer=${item#*=} ;;
      *=*) refuse "--port \"$item\": the nearest name is $(nearest "${item%%=*}" "$known_tools netperf-data peer")" ;;
      *) port_plain=$item ;;
    esac
    check_number --port "${item#*=}" 1 65535 'a port'
  done
}

check_arguments() {
  if [ -n "$resume" ]; then
    for option in $given; do
      is_listed "$option" "$resumable --resume" ||
        refuse "$option cannot change in a session that is resumed: $resume has its settings. Leave $option out."
    done
    case $resume in *.jsonl) ;; *) refuse "--resume \"$resume\": expected the file that ends in .jsonl" ;; esac
    [ -f "$resume" ] || refuse "--resume \"$resume\": there is no such file"
    output=${resume%l}
  fi
  if [ "$serve" = no ] && [ -z "$resume" ] && [ -z "$target" ]; then
    refuse "no target: name the host to measure against with --target HOST. Nothing is sent without one."
  fi
  case $target in
    -* | *[!A-Za-z0-9.:_%,-]*) refuse "--target \"$target\" is neither a host name nor an address" ;;
    *,*,* | ,* | *,) refuse "--target \"$target\": expected one host, or HOST_A,HOST_B with --a and --b" ;;
    *,*) [ -n "$side_a" ] || [ -n "$resume" ] || refuse "--target \"$target\" names two hosts: name the two adapters with --a and --b" ;;
  esac
  if [ -n "$side_a$side_b" ]; then
    { [ -n "$side_a" ] && [ -n "$side_b" ]; } || refuse "--a and --b belong together: name both interfaces"
    [ "$side_a" != "$side_b" ] || refuse "--a and --b name the same interface, $side_a"
    [ -z "$interface" ] || refuse "--interface is for one adapter; leave it out with --a and --b"
    [ -z "$blocks" ] || refuse "--blocks is for an adapter that is exchanged for another; leave it out with --a and --b"
  fi
  check_number --runs "$runs" 5 1000 'fewer than five repetitions say nothing about the spread'
  check_number --max-runs "$max_runs" 5 1000 'repetitions'
  check_number --duration "$duration" 1 86400 'in whole seconds'
  check_number --warm-up "$warm_up" 0 600 'in whole seconds'
  check_number --trial "$trial" 1 600 'in whole seconds'
  check_number --pause "$pause" 0 600 'in whole seconds'
  check_number --packet-bytes "$payload" 16 1400 'bytes of payload'
  for streams in $stream_list; do check_number --streams "$streams" 1 128 'parallel streams'; done
  if [ -n "$until" ]; then
    [ "$(calculate '%d' "$until" '>' 0)" = 1 ] ||
      refuse "--until \"$until\": expected a percentage above 0, for example --until 2%"
    [ -z "$blocks" ] || refuse "--until adds repetitions, but in blocks the block counts: use --blocks with a larger number"
    [ "$max_runs" -ge "$runs" ] || refuse "--max-runs $max_runs is below --runs $runs"
  fi
  [ -z "$blocks" ] || check_number --blocks "$blocks" 4 100 'fewer than two blocks of each adapter say nothing about the spread'
  [ "$serve" = no ] || return 0
  [ -n "$output" ] || output=vnic-result-$(date -u +%Y%m%dT%H%M%SZ).json
  journal=${output%.json}.jsonl
  case $output in
    *.json) ;;
    *) refuse "--output \"$output\": the name must end in .json" ;;
  esac
  case $output in
    */*) [ -d "${output%/*}/" ] || refuse "--output \"$output\": there is no folder ${output%/*}/" ;;
  esac
  [ -z "$resume" ] || return 0
  [ ! -e "$output" ] || refuse "$output exists and is never overwritten: choose another --output"
  [ ! -e "$journal" ] || refuse "$journal holds $(plural "$(grep -c '^{"record":"repetition"' "$journal" || true)" repetition) of another session: continue it with --resume $journal, or choose another --output"
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
  # shellcheck disable=SC2086
  printf '%s\n' "$1" $2 | awk '
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

# ---- the system: Linux by /proc and /sys, FreeBSD by sysctl and its own tools

find_system() {
  case $(uname -s) in
    FreeBSD) system=freebsd ;;
    *) system=linux ;;
  esac
}

make_work_folder() {
  child='' lock='' reserve='' exit_status=0
  work=''
  trap clean_up EXIT
  trap 'interrupted 129' HUP
  trap 'interrupted 130' INT
  trap 'interrupted 143' TERM
  work=$(mktemp -d "${TMPDIR:-/tmp}/vnic-validate.XXXXXX") || refuse "cannot create a folder in ${TMPDIR:-/tmp}: set TMPDIR to one with free space"
}

clean_up() {
  [ -z "$work" ] || rm -rf "$work"
  [ -z "$reserve" ] || rm -f "$reserve"
  [ -z "$lock" ] || rm -f "$lock"
}

interrupted() { # exit status
  trap '' HUP INT TERM
  end_child
  if [ -n "$lock" ]; then
    say "interrupted"
    finish interrupted "interrupted with signal $(($1 - 128))"
  else
    say "interrupted: nothing was measured yet"
  fi
  exit "$1"
}

end_child() {
  [ -n "$child" ] || return 0
  kill -TERM "$child" 2>/dev/null || true
  # Tools say goodbye to their server before they stop; one that does not within two seconds is ended.
  (sleep 2 && kill -KILL "$child") >/dev/null 2>&1 &
  guard=$!
  wait "$child" 2>/dev/null || true
  kill "$guard" 2>/dev/null || true
  child=''
}

# The route decides which interface carries the traffic; a result about another one would be false.
find_interfaces() {
  target_a=${target%%,*} target_b=${target##*,}
  address_a='' address_b=''
  if [ -n "$side_b" ]; then
    find_interface a "$side_a" "$target_a" --a
    side_a=$found_interface
    find_interface b "$side_b" "$target_b" --b
    side_b=$found_interface
    [ "$side_a" != "$side_b" ] || refuse "both targets are reached by $side_a: name the target of each adapter, --target HOST_A,HOST_B"
  else
    find_interface a "$interface" "$target_a" --interface
    side_a=$found_interface
  fi
}

find_interface() { # side wanted-interface host option
  address=$(resolve "$3")
  [ -n "$address" ] || refuse "$3 cannot be resolved: check the name, or name the address"
  routed='' source=''
  found_interface=$2
  # The file of a resumed session leaves the MAC address out of a name: the route has the whole name.
  if [ "$2" = enx ] && [ -n "$resume" ]; then found_interface=''; fi
  if [ -n "$found_interface" ] && ! interface_exists "$2"; then
    refuse "$4 \"$2\": this guest has no such interface; it has: $(list_interfaces)"
  fi
  find_route "$address"
  if [ "$routed" = none ]; then
    refuse "no route to $3: this guest does not know a way to $address. Check its addresses and routes, or name another target."
  fi
  case $routed in
    lo | lo0)
      [ "$loopback" = yes ] ||
        refuse "$3 is this machine: the traffic would pass no adapter. Choose a target on another machine."
      ;;
  esac
  if [ -z "$found_interface" ]; then
    [ -n "$routed" ] || refuse "cannot tell by which interface $3 is reached: name it with $4"
    found_interface=$routed
    [ "$2" != enx ] || [ "$(public_name "$routed")" = enx ] ||
      refuse "$3 is reached by $routed, but this session measured an interface that is named after its MAC address: change the route, or begin another session"
  elif [ -n "$routed" ] && [ "$routed" != "$found_interface" ]; then
    [ -z "$side_b" ] ||
      refuse "$3 is reached by $routed, not by $found_interface: give each adapter a network and a target of its own, --target HOST_A,HOST_B"
    refuse "$3 is reached by $routed, not by $found_interface: change the route, or leave --interface out"
  fi
  if [ "$1" = a ]; then address_a=$address source_a=$source; else address_b=$address; fi
}

resolve() { # host: its address, or nothing
  case $1 in
    *:* | *[!0-9.]*) ;;
    *) printf '%s' "$1"; return ;;
  esac
  case $1 in *:*) printf '%s' "$1"; return ;; esac
  if has getent; then
    { getent ahostsv4 "$1" 2>/dev/null || getent ahosts "$1" 2>/dev/null || getent hosts "$1" 2>/dev/null || true; } | awk 'NR == 1 { print $1 }'
  else
    printf '%s' "$1"
  fi
}

find_route() { # address: sets routed (an interface, none, or nothing if unknown) and source
  if [ "$system" = freebsd ]; then
    case $1 in *:*) family=-inet6 ;; *) family=-inet ;; esac
    route_text=$(route -n get "$family" "$1" 2>&1) || { routed=none; return; }
    routed=$(field "$(printf '%s\n' "$route_text" | sed 's/^ *//')" interface)
    return
  fi
  has ip || return 0
  # A link-local address names its interface: fe80::1%eth0.
  case $1 in *%*) set -- "${1%\%*}" dev "${1##*%}" ;; esac
  route_text=$(ip route get "$@" 2>&1) || { routed=none; return; }
  routed=$(printf '%s\n' "$route_text" | sed -n 's/.* dev \([^ ]*\).*/\1/p' | head -n 1)
  source=$(printf '%s\n' "$route_text" | sed -n 's/.* src \([^ ]*\).*/\1/p' | head -n 1)
}

interface_exists() { # name
  if [ "$system" = freebsd ]; then is_listed "$1" "$(list_interfaces)"; else [ -e "$root/sys/class/net/$1" ]; fi
}

list_interfaces() {
  if [ "$system" = freebsd ]; then ifconfig -l; return; fi
  (
    set +f
    for folder in "$root"/sys/class/net/*; do
      [ ! -d "$folder" ] || printf '%s ' "${folder##*/}"
    done
  ) | sed 's/ $//'
}

sysctl_value() { sysctl -n "$1" 2>/dev/null || true; }

read_guest() {
  kernel=$(uname -r)
  architecture=$(uname -m)
  if [ "$system" = freebsd ]; then
    os=freebsd os_version=$(uname -r) cpu_model=$(sysctl_value hw.model) vcpus=$(sysctl_value hw.ncpu)
    cpus_allowed='' congestion=$(sysctl_value net.inet.tcp.cc.algorithm)
    clock_source=$(sysctl_value kern.timecounter.hardware)
    product=$(kenv -q smbios.system.product 2>/dev/null) || product=''
    hypervisor=$(sysctl_value kern.vm_guest)
    case $hypervisor in hv) hypervisor=microsoft ;; generic) hypervisor='' ;; esac
    return
  fi
  os=$(os_release ID)
  os_version=$(os_release VERSION_ID)
  cpu_model=$(sed -n 's/^model name[[:space:]]*: //p' "$root/proc/cpuinfo" 2>/dev/null | head -n 1) || cpu_model=''
  vcpus=$(grep -c '^processor' "$root/proc/cpuinfo" 2>/dev/null) || vcpus=unknown
  cpus_allowed=$(sed -n 's/^Cpus_allowed_list:[[:space:]]*//p' "$root/proc/self/status" 2>/dev/null) || cpus_allowed=''
  congestion=$(first_line "$root/proc/sys/net/ipv4/tcp_congestion_control")
  clock_source=$(first_line "$root/sys/devices/system/clocksource/clocksource0/current_clocksource")
  product=$(first_line "$root/sys/class/dmi/id/product_name")
  hypervisor=$(find_hypervisor)
}

os_release() { # key
  sed -n "s/^$1=//p" "$root/etc/os-release" 2>/dev/null | sed "s/^[\"']//; s/[\"']\$//" | head -n 1
}

# Some files of /sys exist and still refuse to be read.
first_line() { # file
  first=''
  { read -r first <"$1"; } 2>/dev/null || true
  printf '%s' "$first"
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

# ---- one adapter: what the guest sees of it

read_interface() { # interface
  nic=$1
  firmware='' bus='' driver_version='' speed='' adaptive_rx='' adaptive_tx='' features='' channels='' coalescing='' rings=''
  if [ "$system" = freebsd ]; then read_freebsd_interface; return; fi
  net=$root/sys/class/net/$nic
  mtu=$(first_line "$net/mtu")
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
  tso=$(field "$features" tcp-segmentation-offload) gso=$(field "$features" generic-segmentation-offload)
  gro=$(field "$features" generic-receive-offload) lro=$(field "$features" large-receive-offload)
  rx_checksum=$(field "$features" rx-checksumming) tx_checksum=$(field "$features" tx-checksumming)
  queues_rx=$(count_queues rx) queues_tx=$(count_queues tx)
  mac_address=$(first_line "$net/address")
  speed=$(first_line "$net/speed")
  case $speed in 0 | -*) speed='' ;; esac
  name_adapter
}

read_freebsd_interface() {
  net=/nonexistent
  settings=$(ifconfig "$nic" 2>/dev/null) || settings=''
  mtu=$(printf '%s\n' "$settings" | sed -n 's/.* mtu \([0-9]*\).*/\1/p' | head -n 1)
  driver=${nic%%[0-9]*} unit=${nic##*[!0-9]}
  options_set=$(printf '%s\n' "$settings" | sed -n 's/^[[:space:]]*options=[^<]*<\(.*\)>/,\1,/p' | head -n 1)
  tso=$(listed_option TSO4) lro=$(listed_option LRO) rx_checksum=$(listed_option RXCSUM) tx_checksum=$(listed_option TXCSUM)
  gso='' gro='' queues_rx='"unknown"' queues_tx='"unknown"'
  mac_address=$(printf '%s\n' "$settings" | awk '$1 == "ether" { print $2; exit }')
  bus=$(sysctl_value "dev.$driver.$unit.%location" | sed -n 's/.*dbsf=pci\([0-9:]*\).*/\1/p')
  pci_device=$(sysctl_value "dev.$driver.$unit.%pnpinfo" | sed -n 's/.*device=\(0x[0-9a-f]*\).*/\1/p')
  name_adapter
}

listed_option() { # name
  case $options_set in '') ;; *",$1,"*) echo on ;; *) echo off ;; esac
}

ethtool_says() { # flag
  if has ethtool; then ethtool "$1" "$nic" 2>/dev/null || true; fi
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
  case $system-$driver in
    linux-vmxnet3 | freebsd-vmx) adapter=vmxnet3 ;;
    linux-vmxnet) adapter_basis='driver vmxnet serves both vmxnet and vmxnet2' ;;
    linux-virtio_net | freebsd-vtnet) adapter=virtio-net ;;
    linux-e1000 | linux-e1000e) adapter=$driver ;;
    freebsd-em)
      case $pci_device in
        0x100f | 0x100e) adapter=e1000 ;;
        0x10d3) adapter=e1000e ;;
        *) adapter_basis='driver em serves several adapters' ;;
      esac
      ;;
    linux-8139cp | linux-8139too | freebsd-rl) adapter=rtl8139 ;;
    linux-pcnet32 | freebsd-le)
      case $hypervisor in
        vmware | '') adapter=vlance ;;
        *) adapter_basis="driver $driver is vlance on VMware only" ;;
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
    ixgbevf | igbvf | iavf | i40evf | fm10kvf | cxgb4vf | ixv) echo virtual ;;
    igb | ixgbe | i40e | ice | ix | ixl) echo physical ;;
    mlx5_core)
      # Device ids of virtual functions, from the id table of Linux's mlx5 driver.
      case $(first_line "$net/device/device") in
        0x1012 | 0x1014 | 0x1016 | 0x1018 | 0x101a | 0x101c | 0x101e | 0xa2d3) echo virtual ;;
        0x*) echo physical ;;
      esac
      ;;
  esac
}

count_queues() { # rx or tx
  (
    set +f
    set -- "$net/queues/$1"-*
    if [ -e "$1" ]; then printf '%s' "$#"; else printf '"unknown"'; fi
  )
}

# An interface may be named after its MAC address.
public_name() { # interface
  case $1 in
    enx????????????) if [ "$private" = yes ]; then printf '%s' "$1"; else printf 'enx'; fi ;;
    *) printf '%s' "$1" ;;
  esac
}

guest_json() {
  printf '{"os":%s,"osVersion":%s,"kernel":%s,"architecture":%s,"cpuModel":%s,"vcpus":%s,"cpusAllowed":%s,"congestionControl":%s,"clockSource":%s}' \
    "$(known "$os")" "$(known "$os_version")" "$(known "$kernel")" "$(known "$architecture")" "$(known "$cpu_model")" \
    "$(number "$vcpus")" "$(known "$cpus_allowed")" "$(known "$congestion")" "$(known "$clock_source")"
}

hypervisor_json() {
  printf '{"vendor":%s,"product":%s,"version":"unknown"}' "$(known "$hypervisor")" "$(known "$product")"
}

adapter_json() { printf '{"id":%s,"basis":%s}' "$(quote "$adapter")" "$(quote "$adapter_basis")"; }

interface_json() {
  current_channels=${channels#*Current hardware settings:} most_channels=${channels%%Current hardware settings:*}
  current_rings=${rings#*Current hardware settings:} most_rings=${rings%%Current hardware settings:*}
  printf '{"name":%s,"driver":%s,"driverVersion":%s,"firmware":%s,"busInfo":%s,"mtu":%s,"linkSpeedMbps":%s,' \
    "$(known "$(public_name "$nic")")" "$(known "$driver")" "$(known "$driver_version")" "$(known "$firmware")" \
    "$(known "$bus")" "$(number "$mtu")" "$(number "$speed")"
  printf '"offloads":{"tso":%s,"gso":%s,"gro":%s,"lro":%s,"rxChecksum":%s,"txChecksum":%s},' \
    "$(switch "$tso")" "$(switch "$gso")" "$(switch "$gro")" "$(switch "$lro")" "$(switch "$rx_checksum")" "$(switch "$tx_checksum")"
  printf '"queues":{"rx":%s,"tx":%s,"combined":%s,"combinedMaximum":%s},' "$queues_rx" "$queues_tx" \
    "$(number "$(field "$current_channels" Combined)")" "$(number "$(field "$most_channels" Combined)")"
  printf '"rings":{"rx":%s,"tx":%s,"rxMaximum":%s,"txMaximum":%s},' \
    "$(number "$(field "$current_rings" RX)")" "$(number "$(field "$current_rings" TX)")" \
    "$(number "$(field "$most_rings" RX)")" "$(number "$(field "$most_rings" TX)")"
  printf '"coalescing":{"adaptiveRx":%s,"adaptiveTx":%s,"rxUsecs":%s,"rxFrames":%s,"txUsecs":%s,"txFrames":%s}}' \
    "$(switch "$adaptive_rx")" "$(switch "$adaptive_tx")" \
    "$(number "$(field "$coalescing" rx-usecs)")" "$(number "$(field "$coalescing" rx-frames)")" \
    "$(number "$(field "$coalescing" tx-usecs)")" "$(number "$(field "$coalescing" tx-frames)")"
}

# ---- counters: lines of kind, owner, name and number, separated by tabs

take_counters() { # interface...
  if [ "$system" = freebsd ]; then take_freebsd_counters "$@"; return; fi
  awk -v OFS='\t' '
    $1 == "cpu" {
      print "cpu", "proc-stat", "hertz", 100
      count = split("user nice system idle iowait irq softirq steal", name, " ")
      for (i = 1; i <= count; i++) print "cpu", "proc-stat", name[i], $(i + 1) + 0
    }
    $1 ~ /^cpu[0-9]/ { print "busy", $1, "busy", $2 + $3 + $4 + $7 + $8; print "busy", $1, "total", $2 + $3 + $4 + $5 + $6 + $7 + $8 + $9 }
    $1 == "intr" { print "count", "-", "interrupts", $2 }
    $1 == "ctxt" { print "count", "-", "contextSwitches", $2 }' "$root/proc/stat" 2>/dev/null || true
  awk -v OFS='\t' '$1 == "NET_RX:" || $1 == "NET_TX:" {
      sum = 0
      for (i = 2; i <= NF; i++) sum += $i
      print "count", "-", ($1 == "NET_RX:" ? "netRxSoftirqs" : "netTxSoftirqs"), sum
    }' "$root/proc/softirqs" 2>/dev/null || true
  awk -v OFS='\t' '$1 == "Udp:" || $1 == "Tcp:" {
      if (!($1 in seen)) { seen[$1]; for (i = 2; i <= NF; i++) name[$1, i] = $i; next }
      for (i = 2; i <= NF; i++) if (name[$1, i] == "RcvbufErrors" || name[$1, i] == "RetransSegs")
        print "count", "-", (name[$1, i] == "RetransSegs" ? "tcpRetransmits" : "udpSocketDrops"), $i
    }' "$root/proc/net/snmp" 2>/dev/null || true
  for counted in "$@"; do
    for counter in rx_packets tx_packets rx_bytes tx_bytes rx_dropped tx_dropped rx_errors tx_errors; do
      reading=$(first_line "$root/sys/class/net/$counted/statistics/$counter")
      [ -z "$reading" ] || printf 'net\t%s\t%s\t%s\n' "$counted" "$counter" "$reading"
    done
    take_interrupts "$counted"
    if has ethtool; then
      ethtool -S "$counted" 2>/dev/null | awk -v OFS='\t' -v nic="$counted" '
        { at = match($0, /:[ \t]*[0-9]+[ \t]*$/) }
        at && count < 200 {
          name = substr($0, 1, at - 1); value = substr($0, at + 1)
          gsub(/^[ \t]+|[ \t]+$/, "", name); gsub(/[ \t]/, "", value); gsub(/[^A-Za-z0-9_.:\[\]-]/, "_", name)
          print "statistic", nic, name, value; count++
        }' || true
    fi
  done
}

# The interrupts of a PCI function are listed in sysfs, those of a virtio device in the function above it.
take_interrupts() { # interface
  numbers=$(
    set +f
    for folder in "$root/sys/class/net/$1/device/msi_irqs" "$root/sys/class/net/$1/device/../msi_irqs"; do
      [ -d "$folder" ] || continue
      for file in "$folder"/*; do printf '%s ' "${file##*/}"; done
      break
    done
  )
  awk -v OFS='\t' -v nic="$1" -v numbers=" $numbers" '
    NR == 1 { cpus = NF; next }
    {
      number = $1; sub(/:$/, "", number)
      name = $NF
      if (index(numbers, " " number " ") == 0 && name !~ ("(^|[-_ @])" nic "([-_@:.]|$)")) next
      sum = 0
      for (i = 2; i <= cpus + 1; i++) sum += $i
      sub(/enx[0-9a-f]+/, "enx", name); gsub(/[^A-Za-z0-9_.:@\[\]-]/, "_", name)
      print "interrupt", nic, name, sum
    }' "$root/proc/interrupts" 2>/dev/null || true
}

take_freebsd_counters() { # interface...
  hertz=$(sysctl_value kern.clockrate | sed -n 's/.*stathz = \([0-9]*\).*/\1/p')
  sysctl_value kern.cp_time | awk -v OFS='\t' -v hertz="${hertz:-128}" 'NF >= 5 {
    print "cpu", "cp_time", "hertz", hertz
    print "cpu", "cp_time", "user", $1; print "cpu", "cp_time", "nice", $2; print "cpu", "cp_time", "system", $3
    print "cpu", "cp_time", "irq", $4; print "cpu", "cp_time", "idle", $5
  }'
  sysctl_value kern.cp_times | awk -v OFS='\t' '{
    for (i = 1; i + 4 <= NF; i += 5) {
      print "busy", "cpu" (i - 1) / 5, "busy", $i + $(i + 1) + $(i + 2) + $(i + 3)
      print "busy", "cpu" (i - 1) / 5, "total", $i + $(i + 1) + $(i + 2) + $(i + 3) + $(i + 4)
    }
  }'
  netstat -s -p udp 2>/dev/null | awk -v OFS='\t' '/dropped due to full socket buffers/ { print "count", "-", "udpSocketDrops", $1 }' || true
  for counted in "$@"; do
    # Columns are counted from the end: an interface without an address has one fewer.
    netstat -I "$counted" -bdn 2>/dev/null | awk -v OFS='\t' -v nic="$counted" '
      NR == 1 { for (i = 1; i <= NF; i++) from_end[$i] = NF - i; next }
      /<Link/ {
        print "net", nic, "rx_packets", $(NF - from_end["Ipkts"]); print "net", nic, "rx_errors", $(NF - from_end["Ierrs"])
        print "net", nic, "rx_dropped", $(NF - from_end["Idrop"]); print "net", nic, "rx_bytes", $(NF - from_end["Ibytes"])
        print "net", nic, "tx_packets", $(NF - from_end["Opkts"]); print "net", nic, "tx_errors", $(NF - from_end["Oerrs"])
        print "net", nic, "tx_bytes", $(NF - from_end["Obytes"]); print "net", nic, "tx_dropped", $(NF - from_end["Drop"])
        exit
      }' || true
    vmstat -ia 2>/dev/null | awk -v OFS='\t' -v nic="$counted" '
      index($0, nic) { name = $2; sub(/^irq[0-9]+:/, "", name); if (name == "") name = $1; print "interrupt", nic, name, $(NF - 1) }
      /^Total/ { print "count", "-", "interrupts", $(NF - 1) }' || true
  done
}

# What changed between two moments, as one line of JSON and one of facts for marks:
# stolen percent, dropped in, dropped out, dropped by sockets, packets in, packets out, bytes in, bytes out.
subtract_counters() { # before after interface
  awk -F '\t' -v nic="$3" -v mask="$(public_name "$3")" '
    function say(name, value) { return "\"" name "\":" value }
    function of(kind, owner, name) { return ((kind, owner, name) in change) ? change[kind, owner, name] : 0 }
    function known(kind, owner, name) { return ((kind, owner, name) in change) ? sprintf("%.0f", change[kind, owner, name]) : "\"unknown\"" }
    FILENAME == ARGV[1] { before[$1, $2, $3] = $4; next }
    ($1, $2, $3) in before {
      difference = $4 - before[$1, $2, $3]
      if (difference < 0) next
      change[$1, $2, $3] = difference
      if ($1 == "cpu") { source = $2; if ($3 == "hertz") hertz = $4 }
      if ($1 == "busy" && !($2 in cpu)) { cpu[$2]; cpus++ }
      if (($1 == "interrupt" || $1 == "statistic") && $2 == nic && difference > 0) {
        name = $3; gsub(/["\\]/, "_", name)
        item = "{" say("name", "\"" name "\"") "," say("count", sprintf("%.0f", difference)) "}"
        list[$1] = list[$1] (list[$1] == "" ? "" : ",") item
      }
    }
    END {
      received = of("net", nic, "rx_bytes"); sent = of("net", nic, "tx_bytes")
      packets = of("net", nic, "rx_packets") + of("net", nic, "tx_packets")
      printf "{"
      stolen = 0
      if (source != "") {
        has_steal = ("cpu", source, "steal") in change
        work = of("cpu", source, "user") + of("cpu", source, "nice") + of("cpu", source, "system") + of("cpu", source, "irq") + of("cpu", source, "softirq")
        total = work + of("cpu", source, "idle") + of("cpu", source, "iowait") + of("cpu", source, "steal")
        if (cpus == 0) cpus = 1
        if (total > 0) {
          busiest = 0
          for (one in cpu) if (of("busy", one, "total") > 0) {
            share = 100 * of("busy", one, "busy") / of("busy", one, "total")
            if (share > busiest) busiest = share
          }
          stolen = 100 * of("cpu", source, "steal") / total
          printf "\"cpu\":{\"source\":\"%s\",\"cpus\":%d,\"seconds\":%.3f,\"busyPercent\":%.3f,\"userPercent\":%.3f,\"systemPercent\":%.3f,\"irqPercent\":%.3f,\"softirqPercent\":%s,\"stealPercent\":%s,\"busiestCpuPercent\":%.3f", \
            source, cpus, total / hertz / cpus, 100 * work / total, \
            100 * (of("cpu", source, "user") + of("cpu", source, "nice")) / total, 100 * of("cpu", source, "system") / total, \
            100 * of("cpu", source, "irq") / total, \
            (has_steal ? sprintf("%.3f", 100 * of("cpu", source, "softirq") / total) : "\"unknown\""), \
            (has_steal ? sprintf("%.3f", stolen) : "\"unknown\""), busiest
          printf ",\"busyCpus\":%.4f", cpus * work / total
          printf ",\"secondsPerGbit\":%s", (received + sent > 0 ? sprintf("%.6f", work / hertz / ((received + sent) * 8 / 1e9)) : "\"unknown\"")
          printf ",\"microsecondsPerPacket\":%s},", (packets > 0 ? sprintf("%.6f", 1e6 * work / hertz / packets) : "\"unknown\"")
        }
      }
      printf "\"network\":{%s,%s,%s,%s,%s,%s,%s,%s,%s,%s},", \
        say("rxPackets", known("net", nic, "rx_packets")), say("txPackets", known("net", nic, "tx_packets")), \
        say("rxBytes", known("net", nic, "rx_bytes")), say("txBytes", known("net", nic, "tx_bytes")), \
        say("rxDropped", known("net", nic, "rx_dropped")), say("txDropped", known("net", nic, "tx_dropped")), \
        say("rxErrors", known("net", nic, "rx_errors")), say("txErrors", known("net", nic, "tx_errors")), \
        say("udpSocketDrops", known("count", "-", "udpSocketDrops")), say("tcpRetransmits", known("count", "-", "tcpRetransmits"))
      printf "\"interrupts\":{%s,%s,%s,%s,%s},", \
        say("total", known("count", "-", "interrupts")), say("contextSwitches", known("count", "-", "contextSwitches")), \
        say("netRxSoftirqs", known("count", "-", "netRxSoftirqs")), say("netTxSoftirqs", known("count", "-", "netTxSoftirqs")), \
        say("queues", "[" list["interrupt"] "]")
      printf "%s}\n", say("statistics", "[" list["statistic"] "]")
      printf "%.3f %.0f %.0f %.0f %.0f %.0f %.0f %.0f\n", stolen, of("net", nic, "rx_dropped"), of("net", nic, "tx_dropped"), \
        of("count", "-", "udpSocketDrops"), of("net", nic, "rx_packets"), of("net", nic, "tx_packets"), received, sent
    }' "$1" "$2"
}

# ---- the other end

# Runs until it is stopped. iperf3 carries the counters too: it sends a file, so nothing else has to be installed.
serve_peer() {
  make_work_folder
  private=no
  read_guest
  if [ -n "$interface" ]; then
    interface_exists "$interface" || refuse "--interface \"$interface\": this machine has no such interface; it has: $(list_interfaces)"
    served=$interface
  else
    served=''
  fi
  [ -z "$port_plain" ] || port_iperf3=$port_plain
  has iperf3 || refuse "iperf3 is not installed: --serve needs it to send this end's counters"
  if [ "$dry_run" = yes ]; then
    say "dry run: --serve would start the servers that are installed, on TCP and UDP ports $port_iperf3 and $port_peer, TCP ports $port_netperf and $port_netperf_data, and UDP port $port_sockperf"
    exit 0
  fi
  [ -z "$interface" ] || write_state_head >"$work/head"
  tick=0
  write_state
  # Servers hold on to the folder they start in.
  cd "$work"
  servers=''
  trap stop_servers EXIT
  trap 'exit 0' HUP INT TERM
  start_server iperf3 "$port_iperf3" iperf3 -s -p "$port_iperf3"
  start_server 'iperf3 with counters' "$port_peer" iperf3 -s -p "$port_peer" -F state
  if has netserver; then start_server netserver "$port_netperf" netserver -D -p "$port_netperf"; fi
  if has sockperf; then start_server sockperf "$port_sockperf" sockperf server -i "$(sockperf_wildcard)" -p "$port_sockperf"; fi
  say "ready. Everybody who reaches these ports can load this machine and read its counters: stop with Ctrl-C when done"
  while :; do
    sleep 1 &
    wait $! || true
    for server in $servers; do
      kill -0 "$server" 2>/dev/null || { say "$(first_line "$work/server.$server") ended: $(explain_end "$server")"; exit 1; }
    done
    write_state
  done
}

# From 3.8 on sockperf knows IPv6, and on Linux :: takes IPv4 too.
sockperf_wildcard() {
  if [ "$system" = linux ] && [ -e "$root/proc/net/if_inet6" ] && sockperf_knows_ipv6; then echo ::; else echo 0.0.0.0; fi
}

sockperf_knows_ipv6() {
  case $(tool_version sockperf) in '' | [0-2].* | 3.[0-7] | 3.[0-7].*) return 1 ;; esac
}

start_server() { # name port command...
  say "starting $1 on port $2"
  server_name="$1 on port $2" server_log=$work/$2.log
  shift 2
  "$@" </dev/null >"$server_log" 2>&1 &
  servers="$servers $!"
  printf '%s\n' "$server_name" "$server_log" >"$work/server.$!"
}

# The line of a server's output that names the fault, or its last one.
explain_end() { # process
  sed 's/.\[[0-9;]*m//g; /^[[:space:]]*$/d' "$(tail -n 1 "$work/server.$1")" |
    awk '{ last = $0 } !found && tolower($0) ~ /error|in use|denied|unable/ { found = 1; fault = $0 } END { print (found ? fault : last) }'
}

stop_servers() {
  # netserver has a child for each test, which may still wait for a client that has gone.
  for server in $servers; do
    # shellcheck disable=SC2046
    kill "$server" $(list_children "$server") 2>/dev/null || true
  done
  clean_up
}

list_children() { # process
  if [ "$system" = freebsd ]; then pgrep -P "$1" || true; return; fi
  (set +f && cat /proc/[0-9]*/status 2>/dev/null) | awk -v parent="$1" '$1 == "Pid:" { process = $2 } $1 == "PPid:" && $2 == parent { print process }'
}

write_state_head() {
  printf 'format\t-\tversion\t1\n'
  printf 'json\tguest\t-\t%s\n' "$(guest_json)"
  printf 'json\thypervisor\t-\t%s\n' "$(hypervisor_json)"
  for served_nic in $served; do
    read_interface "$served_nic"
    printf 'json\tadapter\t%s\t%s\n' "$nic" "$(adapter_json)"
    printf 'json\tinterface\t%s\t%s\n' "$nic" "$(interface_json)"
  done
}

list_addresses() { # interface
  if [ "$system" = linux ] && has ip; then
    ip -o addr show dev "$1" 2>/dev/null | awk '{ sub(/\/.*/, "", $4); print $4 }'
  elif has ifconfig; then
    ifconfig "$1" 2>/dev/null | awk '$1 == "inet" || $1 == "inet6" { sub(/^addr:/, "", $2); sub(/[%\/].*/, "", $2); print $2 }'
  fi
}

write_state() {
  tick=$((tick + 1))
  # An adapter may be added while this runs.
  if [ -z "$interface" ] && [ "$served" != "$(list_interfaces)" ]; then
    served=$(list_interfaces)
    write_state_head >"$work/head"
  fi
  {
    cat "$work/head"
    for served_nic in $served; do
      list_addresses "$served_nic" | while read -r held; do printf 'address\t%s\t-\t%s\n' "$served_nic" "$held"; done
    done
    printf 'tick\t-\t-\t%s\n' "$tick"
    # shellcheck disable=SC2086
    take_counters $served
    printf 'end\t-\t-\t%s\n' "$tick"
  } >"$work/state.short"
  # Filled up with line breaks to a fixed size.
  dd if=/dev/zero bs=1024 count=$((state_size / 1024)) 2>/dev/null | tr '\0' '\n' | cat "$work/state.short" - |
    head -c "$state_size" >"$work/state.new"
  mv "$work/state.new" "$work/state"
}

# Gets the state of the other end; fails where it does not serve one.
fetch_state() { # file
  rm -f "$work/fetched"
  limited 5 iperf3 -c "$address" -p "$port_peer" --connect-timeout 2000 -R -F "$work/fetched" -n "$state_size" -J >"$work/fetch.json" 2>/dev/null </dev/null || true
  grep -v '^$' "$work/fetched" 2>/dev/null >"$1" || return 1
  grep -q "^end$tab" "$1"
}

# The state is written once a second: the first one with a new number was taken after this moment.
fetch_later_state() { # file
  fetch_state "$1" || return 1
  earlier=$(state_value "$1" tick - -)
  tries=0
  while [ "$tries" -lt 4 ]; do
    tries=$((tries + 1))
    sleep 1
    fetch_state "$1" || return 1
    [ "$(state_value "$1" tick - -)" = "$earlier" ] || return 0
  done
  return 1
}

state_value() { # file kind owner name
  awk -F '\t' -v kind="$2" -v owner="$3" -v name="$4" '$1 == kind && $2 == owner && $3 == name { print $4; exit }' "$1"
}

limited() { # seconds command...
  if has timeout; then timeout "$@"; else shift; "$@"; fi
}

# ---- the tools

choose_tools() {
  [ -n "$stream_list" ] || stream_list=$(default_streams)
  if [ -n "$port_plain" ]; then
    case $tools in
      netperf) port_netperf=$port_plain ;;
      sockperf) port_sockperf=$port_plain ;;
      *) port_iperf3=$port_plain ;;
    esac
  fi
  throughput_tool='' rr_tool='' packets_tool='' latency_tool='' answers='' first_reason=''
  # A session goes on with its own tests, each with its own tool: values of two tools do not compare.
  if [ -n "$resume" ]; then test_list=$(awk -F '\t' '!seen[$2]++ { printf "%s%s", (NR > 1 ? " " : ""), $2 }' "$work/named"); fi
  address=$address_a
  for test in $test_list; do
    case $test in
      throughput) pick iperf3 netperf; throughput_tool=$picked ;;
      request-response) pick netperf sockperf; rr_tool=$picked ;;
      packets) pick iperf3; packets_tool=$picked ;;
    esac
    if [ -z "$picked" ]; then
      [ "$tests_named" = no ] || refuse_tool "$test"
      note_unknown "$test" "$pick_reason"
      first_reason=${first_reason:-$pick_reason}
    fi
    case $test in
      packets)
        pick sockperf
        latency_tool=$picked
        [ -n "$picked$resume" ] || note_unknown latency-under-load "$pick_reason"
        ;;
    esac
  done
  if [ -z "$throughput_tool$rr_tool$packets_tool" ]; then
    pick_reason=$first_reason
    refuse_tool "${test_list%% *}"
  fi
  plan_series
  [ -n "$resume" ] || return 0
  while IFS=$tab read -r name _; do
    grep -q "^$name$tab" "$work/series" || refuse "$resume has the series $name, which cannot be measured now: $(grep "^${name%%-[sr]e*}" "$work/unknown" 2>/dev/null | head -n 1 | sed "s/^[^$tab]*$tab//")"
  done <"$work/named"
}

refuse_tool() { # test
  refuse "$1 cannot be measured: $pick_reason"
}

default_streams() {
  case $vcpus in
    '' | *[!0-9]* | 1) echo '1 2' ;;
    2 | 3 | 4 | 5 | 6 | 7) echo "1 $vcpus" ;;
    *) echo '1 8' ;;
  esac
}

# The first of the tools that may be used, is installed and answers; else sets pick_reason.
pick() { # tool...
  picked='' pick_reason=''
  for candidate in "$@"; do
    if [ -n "$resume" ] && ! grep -q "$tab$test$tab$candidate\$" "$work/named"; then continue; fi
    if [ "$tools" != auto ] && ! is_listed "$candidate" "$tools"; then
      add_reason "$candidate is not among --tool"
    elif ! has "$candidate"; then
      add_reason "$candidate is not installed"
    elif [ "$dry_run" = yes ] || answers "$candidate"; then
      picked=$candidate
      return 0
    else
      add_reason "$no_answer"
    fi
  done
}

add_reason() { pick_reason="$pick_reason${pick_reason:+; }$1"; }

note_unknown() { # test reason
  printf '%s\t%s\n' "$1" "$2" >>"$work/unknown"
}

answers() { # tool
  case " $answers " in
    *" $1=yes "*) return 0 ;;
    *" $1=no "*) return 1 ;;
  esac
  if ask "$1"; then answers="$answers $1=yes"; return 0; fi
  answers="$answers $1=no"
  return 1
}

# Asks the server of a tool with the smallest transfer; sets no_answer.
ask() { # tool
  case $1 in
    iperf3)
      # A server that has just ended a test may be busy with its end, or not have opened its port again.
      tries=0
      while [ "$tries" -lt 3 ]; do
        tries=$((tries + 1))
        limited 8 iperf3 -J -c "$address" -p "$port_iperf3" -n 1 --connect-timeout 5000 >"$work/out" 2>"$work/err" </dev/null && status=0 || status=$?
        flatten_json <"$work/out" >"$work/flat"
        error=$(flat_value error)
        case $error in *busy* | *refused*) sleep 1 ;; *) break ;; esac
      done
      no_answer="no iperf3 answers on port $port_iperf3 (${error:-no answer within 8 s}): start \"iperf3 -s -p $port_iperf3\" there, allow TCP and UDP, or name its port with --port"
      case $error in *busy*) no_answer="the iperf3 on port $port_iperf3 is busy with another test: wait until that has ended" ;; esac
      [ "$status" = 0 ] && [ -z "$error" ]
      ;;
    netperf)
      no_answer="no netserver answers on port $port_netperf: start \"netserver -p $port_netperf\" there, or name its port with --port netperf=N"
      limited 10 netperf -H "$address" -p "$port_netperf" -t TCP_RR -l -1 -P 0 -- -P ",$port_netperf_data" >/dev/null 2>&1 </dev/null && return 0
      # This question needs no data connection. A netserver that waited for one in vain still holds its port.
      ! limited 10 netperf -H "$address" -p "$port_netperf" -t REM_CPU -P 0 >/dev/null 2>&1 </dev/null ||
        no_answer="netserver answers on port $port_netperf, but its data connection is blocked: allow TCP port $port_netperf_data there and restart netserver, or name another port with --port netperf-data=N"
      return 1
      ;;
    sockperf)
      any=0.0.0.0 needs=''
      case $address in
        *:*)
          any=:: needs=' (version 3.8 or later)'
          no_answer="sockperf $(tool_version sockperf) knows only IPv4: install version 3.8 or later, or name an IPv4 address with --target"
          sockperf_knows_ipv6 || return 1
          ;;
      esac
      no_answer="no sockperf answers on UDP port $port_sockperf: start \"sockperf server -i $any -p $port_sockperf\"$needs there, or name its port with --port sockperf=N"
      limited 10 sockperf ping-pong -i "$address" -p "$port_sockperf" -t 1 >"$work/out" 2>&1 </dev/null || return 1
      grep -q 'Round trip\|Latency is\|percentile 50' "$work/out"
      ;;
  esac
}

tool_version() { # tool
  case $1 in
    iperf3) iperf3 --version 2>&1 | awk 'NR == 1 { print $2 }' ;;
    netperf) netperf -V 2>&1 | awk 'NR == 1 { print $NF }' ;;
    sockperf) sockperf --version 2>&1 | sed -n 's/.*version[ #]*\([0-9][0-9.]*[0-9]\).*/\1/p' | head -n 1 ;;
  esac
}

# One line for each series: id, test, direction, streams, loss limit, metric, unit, better, tool, seconds.
plan_series() {
  : >"$work/series"
  for test in $test_list; do
    case $test in
      throughput)
        [ -n "$throughput_tool" ] || continue
        for direction in $direction_list; do
          for streams in $stream_list; do
            if [ "$throughput_tool" = netperf ] && [ "$streams" != 1 ]; then
              note_unknown "throughput-$direction-$streams" 'netperf measures one stream'
              continue
            fi
            plan_one "throughput-$direction-$streams" throughput "$direction" "$streams" - throughput Mbit/s higher "$throughput_tool" "$((duration + warm_up))"
          done
        done
        ;;
      request-response)
        [ -z "$rr_tool" ] || plan_one request-response request-response both 1 - transactions transactions/s higher "$rr_tool" "$((duration + warm_up))"
        ;;
      packets)
        [ -n "$packets_tool" ] || continue
        for direction in $direction_list; do
          for limit in $loss_limits; do
            # The second limit starts from the trials of the first.
            case $limit in 0.1) trials=9 ;; *) trials=3 ;; esac
            plan_one "packets-$direction-$limit" packets "$direction" 1 "$limit" packets packets/s higher "$packets_tool" "$((trials * (trial + 1) + duration))"
          done
        done
        case $direction_list in
          *send*) [ -z "$latency_tool" ] || plan_one latency-under-load packets both 1 - latency µs lower "$latency_tool" "$duration" ;;
          *) note_unknown latency-under-load 'needs the loss-free rate of --direction send' ;;
        esac
        ;;
    esac
  done
}

plan_one() { # id test direction streams limit metric unit better tool seconds
  printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n' "$@" >>"$work/series"
}

announce() {
  planned=$(awk -F '\t' -v pause="$pause" '{ sum += $10 + pause + 1 } END { print sum }' "$work/series")
  sides=1
  [ -z "$side_b" ] || sides=2
  total_seconds=$((planned * runs * sides * ${blocks:-1}))
  say "$version"
  read_interface "$side_a"
  if [ -n "$side_b" ]; then
    say "  side a     $side_a (driver ${driver:-unknown}, adapter $adapter), target $target_a"
    read_interface "$side_b"
    say "  side b     $side_b (driver ${driver:-unknown}, adapter $adapter), target $target_b"
  else
    say "  target     $target_a, by interface $side_a (driver ${driver:-unknown}, adapter $adapter)"
  fi
  for test in $test_list; do
    case $test in
      throughput) [ -z "$throughput_tool" ] || say "  measures   throughput with $throughput_tool: TCP, as fast as it goes; $(list_words "$direction_list"); streams: $(list_words "$stream_list")" ;;
      request-response) [ -z "$rr_tool" ] || say "  measures   request-response with $rr_tool: one small message there and back, one at a time" ;;
      packets)
        [ -z "$packets_tool" ] || say "  measures   packets with $packets_tool: the highest rate of $payload-byte UDP that loses at most $(list_words "$loss_limits") %; $(list_words "$direction_list")${latency_tool:+; latency at half of it with $latency_tool}"
        ;;
    esac
  done
  [ ! -e "$work/unknown" ] || while IFS=$tab read -r name why; do say "  leaves out $name: $why"; done <"$work/unknown"
  if [ -n "$blocks" ]; then
    say "  order      $blocks blocks, $(block_order), with $runs repetitions each; the block is the unit of replication"
  elif [ -n "$side_b" ]; then
    say "  order      A B B A over single repetitions, $runs of each adapter"
  fi
  [ "$pause" -gt 0 ] || say "  leaves out the mark background-load: other work is measured in the pause, and --pause is 0"
  [ -z "$until" ] || say "  until      the 95 % interval is within ±$until %, at most $max_runs repetitions"
  say "  takes      about $(format_seconds "$total_seconds"); it loads the network on the way to the target"
  say "  result     $output, $([ "$private" = yes ] && echo with || echo without) host names and addresses; $journal has each repetition as it ends"
}

list_words() { # words
  printf '%s' "$1" | sed 's/ /, /g'
}

format_seconds() { # seconds
  if [ "$1" -ge 3600 ]; then
    printf '%s h %s min' "$(($1 / 3600))" "$(($1 % 3600 / 60))"
  elif [ "$1" -ge 60 ]; then
    printf '%s min %s s' "$(($1 / 60))" "$(($1 % 60))"
  else
    printf '%s s' "$1"
  fi
}

block_order() {
  at=1
  while [ "$at" -le "$blocks" ]; do
    block_side "$at" | tr ab AB
    at=$((at + 1))
  done
}

block_side() { # block number: A B B A A B B A ...
  case $(($1 % 4)) in 1 | 0) printf a ;; *) printf b ;; esac
}

# ---- the session and its files

open_session() {
  claim_journal
  : >"$work/values"
  : >"$work/done"
  if [ -n "$resume" ]; then
    collect_values
  else
    started=$(date -u +%Y-%m-%dT%H:%M:%SZ)
    session_json >"$work/session"
    keep "$(cat "$work/session")" || { rm -f "$journal"; refuse "cannot write $journal: $(disk_hint)"; }
  fi
  current_block=1
  if [ -n "$blocks" ]; then current_block=$(next_block); fi
  if [ -n "$blocks" ] && [ "$current_block" -gt "$blocks" ]; then finish complete ''; exit "$exit_status"; fi
  if [ -n "$side_b" ]; then
    keep_side a "$side_a" "$address_a"
    keep_side b "$side_b" "$address_b"
  elif [ -n "$blocks" ]; then
    keep_side "$(block_side "$current_block")" "$side_a" "$address_a"
  else
    keep_side a "$side_a" "$address_a"
  fi
}

# A lock names its process, so one that a killed run left is not taken for a running one.
claim_journal() {
  lock_file=$journal.lock
  if ! (set -C && printf '%s\n' "$$" >"$lock_file") 2>/dev/null; then
    owner=$(first_line "$lock_file")
    if [ -e "$lock_file" ] && [ -n "$owner" ] && kill -0 "$owner" 2>/dev/null; then
      refuse "$journal is being written by another run (process $owner)"
    fi
    rm -f "$lock_file"
    (set -C && printf '%s\n' "$$" >"$lock_file") 2>/dev/null || refuse "cannot write to the folder of $output: $(disk_hint)"
  fi
  lock=$lock_file
  # Room for what is still to come, given back when the disk is full.
  reserve=$journal.reserve
  slots=$(awk 'END { print NR }' "$work/series")
  [ -z "$until" ] || slots=$((slots * (max_runs / runs + 1)))
  kilobytes=$((64 + slots * runs * sides * ${blocks:-1} * 6))
  if ! dd if=/dev/zero of="$reserve" bs=1024 count="$kilobytes" 2>/dev/null; then
    rm -f "$reserve"
    refuse "the disk of $output has no room for the result: it needs $kilobytes KiB. Free some, or choose another --output."
  fi
}

disk_hint() {
  printf '%s' 'the disk is full or the folder is read-only'
}

flush_file() { # file
  sync "$1" 2>/dev/null || fsync "$1" 2>/dev/null || sync
}

append() { # line
  { printf '%s\n' "$1" >>"$journal"; } 2>/dev/null && flush_file "$journal" && [ "$(tail -n 1 "$journal")" = "$1" ]
}

# Appends a line to the journal; fails only if there is no room even in the reserve.
keep() { # line
  append "$1" && return 0
  cut_torn_line
  if [ -e "$reserve" ]; then
    say "the disk of $output is full: using the space reserved for the result"
    rm -f "$reserve"
    append "$1" && return 0
    cut_torn_line
  fi
  return 1
}

# Ends the file after its last complete line.
cut_torn_line() {
  [ -e "$journal" ] || return 0
  if [ -n "$(tail -c 1 "$journal")" ]; then
    size=$(awk 'BEGIN { RS = "\n" } { sizes[NR] = length($0) + 1; sum += sizes[NR] } END { print sum - sizes[NR] }' "$journal")
    dd if=/dev/null of="$journal" bs=1 seek="$size" 2>/dev/null || true
  fi
}

session_json() {
  printf '{"record":"session","format":"vnic-atlas-result","formatVersion":2,"script":{"name":"vnic-validate.sh","version":%s},"label":%s,"startedAt":%s,' \
    "$(quote "$version")" "$(quote "$label")" "$(quote "$started")"
  if [ -n "$blocks" ]; then
    printf '"design":{"kind":"blocks","unitOfReplication":"block","blocks":%s},' "$blocks"
  elif [ -n "$side_b" ]; then
    printf '"design":{"kind":"interleaved","unitOfReplication":"repetition","blocks":1},'
  else
    printf '"design":{"kind":"single","unitOfReplication":"repetition","blocks":1},'
  fi
  printf '"method":{"tests":[%s],"directions":[%s],"streams":[%s],"runs":%s,"untilPercent":%s,"maximumRuns":%s,' \
    "$(quote_words "$test_list")" "$(quote_words "$direction_list")" "$(list_words "$stream_list")" "$runs" "${until:-null}" "$max_runs"
  printf '"durationSeconds":%s,"warmUpSeconds":%s,"trialSeconds":%s,"pauseSeconds":%s,"payloadBytes":%s,"resolutionPercent":%s,"tools":%s,"loopback":%s},' \
    "$duration" "$warm_up" "$trial" "$pause" "$payload" "$resolution" "$(quote "$tools")" "$([ "$loopback" = yes ] && echo true || echo false)"
  printf '"guest":%s,"hypervisor":%s,' "$(guest_json)" "$(hypervisor_json)"
  printf '"tools":['
  separator=''
  awk -F '\t' '!seen[$9]++ { print $9 }' "$work/series" >"$work/tools"
  while read -r tool; do
    printf '%s{"name":"%s","version":%s}' "$separator" "$tool" "$(known "$(tool_version "$tool")")"
    separator=,
  done <"$work/tools"
  printf '],"series":['
  awk -F '\t' '{
    printf "%s{\"series\":\"%s\",\"status\":\"measured\",\"test\":\"%s\",\"direction\":\"%s\",\"streams\":%s,\"lossLimitPercent\":%s,\"metric\":\"%s\",\"unit\":\"%s\",\"better\":\"%s\",\"tool\":\"%s\"}", \
      (NR > 1 ? "," : ""), $1, $2, $3, $4, ($5 == "-" ? "null" : $5), $6, $7, $8, $9
  }' "$work/series"
  if [ -e "$work/unknown" ]; then
    while IFS=$tab read -r name why; do
      printf ',{"series":%s,"status":"unknown","reason":%s}' "$(quote "$name")" "$(quote "$(hide_private "$why")")"
    done <"$work/unknown"
  fi
  printf '],"privateIncluded":%s' "$([ "$private" = yes ] && echo true || echo false)"
  if [ "$private" = yes ]; then
    printf ',"private":{"hostName":%s,"target":%s,"localAddress":%s}' \
      "$(known "$(uname -n)")" "$(quote "$target")" "$(known "$source_a")"
  fi
  printf '}\n'
}

quote_words() { # words
  separator=''
  for word in $1; do
    printf '%s"%s"' "$separator" "$word"
    separator=,
  done
}

# Sets peer_serves, and peer_nic: the other end's interface that has the address.
find_peer() {
  peer_serves=no peer_nic='' said_before=${peer_message:-}
  peer_message="the other end serves no counters: run \"sh vnic-validate.sh --serve\" there to record its CPU and drops"
  if has iperf3 && fetch_state "$work/peer"; then
    peer_serves=yes
    # As iperf3 writes the address: target may be a name, or another spelling.
    peer_address=$(sed -n 's/.*"remote_host":[[:space:]]*"\([^"]*\)".*/\1/p' "$work/fetch.json" | head -n 1)
    peer_nic=$(awk -F '\t' -v address="${peer_address:-$address}" '$1 == "address" && $4 == address { print $2; exit }' "$work/peer")
    peer_message="the other end serves its counters"
    [ -n "$peer_nic" ] || peer_message="$peer_message, but not of an interface with the address $address: its CPU and drops are not recorded. Check the --interface of --serve there."
  fi
  [ "$peer_message" = "$said_before" ] || say "$peer_message"
}

# The state of one adapter at the beginning: once in a session, once in each block, once more when it is resumed.
keep_side() { # side interface address
  read_interface "$2"
  address=$3
  find_peer
  peer_guest='"unknown"' peer_hypervisor='"unknown"' peer_adapter='"unknown"' peer_interface='"unknown"'
  if [ "$peer_serves" = yes ]; then
    peer_guest=$(state_value "$work/peer" json guest -)
    peer_hypervisor=$(state_value "$work/peer" json hypervisor -)
    if [ -n "$peer_nic" ]; then
      peer_adapter=$(state_value "$work/peer" json adapter "$peer_nic")
      peer_interface=$(state_value "$work/peer" json interface "$peer_nic")
    fi
  fi
  if [ "$1" = b ]; then peer_nic_b=$peer_nic; else peer_nic_a=$peer_nic; fi
  side_line=$(
    printf '{"record":"side","side":"%s","block":%s,"at":"%s","adapter":%s,"interface":%s,"peer":' \
      "$1" "$current_block" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$(adapter_json)" "$(interface_json)"
    if [ "$peer_serves" = yes ]; then
      printf '{"source":"serve","guest":%s,"hypervisor":%s,"adapter":%s,"interface":%s}' \
        "$peer_guest" "$peer_hypervisor" "$peer_adapter" "$peer_interface"
    else
      printf '{"source":"none"}'
    fi
    [ "$private" = no ] || printf ',"macAddress":%s' "$(known "$mac_address")"
    printf '}'
  )
  check_side "$1"
  keep "$side_line" || stop_full
}

# A session goes on with the adapter that it began with; another block of the other side needs another adapter.
check_side() { # side
  identity_now=$(own_part "$side_line")
  driver_before=$(driver_of "$(last_side "$1")") driver_now=$(driver_of "$identity_now")
  if [ -n "$driver_before" ] && [ "$driver_before" != "$driver_now" ]; then
    refuse "side $1 was measured with driver $driver_before and now has driver $driver_now: this is another adapter. Put back the first one, or begin another session."
  fi
  [ -n "$blocks" ] || return 0
  [ "$1" = a ] && other=b || other=a
  if [ "$(last_side "$other")" = "$identity_now" ]; then
    say "side $1 looks exactly like side $other: if the adapter should differ, stop with Ctrl-C and exchange it"
  fi
}

driver_of() { # adapter and interface as JSON
  printf '%s' "$1" | sed -n 's/.*"driver":"\([^"]*\)".*/\1/p'
}

# Takes the settings of a session from the first line of its file.
read_session() {
  journal=$resume
  read_first_line
  # Only now: another file is left as it is.
  cut_torn_line
  read_first_line
  was_given() { case " $given " in *" $1 "*) return 0 ;; esac; return 1; }
  test_list=$(flat_list method.tests) direction_list=$(flat_list method.directions) stream_list=$(flat_list method.streams)
  tests_named=no tools=$(flat_value method.tools)
  was_given --runs || runs=$(flat_value method.runs)
  if ! was_given --until; then until=$(flat_value method.untilPercent); [ "$until" != null ] || until=''; fi
  was_given --max-runs || max_runs=$(flat_value method.maximumRuns)
  duration=$(flat_value method.durationSeconds) warm_up=$(flat_value method.warmUpSeconds)
  trial=$(flat_value method.trialSeconds) pause=$(flat_value method.pauseSeconds) payload=$(flat_value method.payloadBytes)
  [ "$(flat_value method.loopback)" != true ] || loopback=yes
  [ "$(flat_value privateIncluded)" != true ] || private=yes
  design=$(flat_value design.kind)
  if [ "$design" = interleaved ]; then
    [ -z "$interface" ] || refuse "$resume measures two adapters: leave --interface out, or name both with --a and --b"
    if [ -z "$side_b" ]; then side_a=$(side_interface a) side_b=$(side_interface b); fi
  else
    [ -z "$side_b" ] || refuse "$resume measures one adapter at a time: leave --a and --b out, or begin another session with them"
    if [ "$design" = single ] && [ -z "$interface" ]; then interface=$(side_interface a); fi
  fi
  if [ "$design" = blocks ]; then
    blocks=$(flat_value design.blocks)
    [ -z "$until" ] || refuse "--until adds repetitions, but $resume has blocks, and in blocks the block counts: leave --until out"
  fi
  awk -F '\t' '
    $1 ~ /^series\.[0-9]+\.series$/ { split($1, part, "."); name[part[2]] = $2 }
    $1 ~ /^series\.[0-9]+\.test$/ { split($1, part, "."); test[part[2]] = $2 }
    $1 ~ /^series\.[0-9]+\.tool$/ { split($1, part, "."); print name[part[2]] "\t" test[part[2]] "\t" $2 }' "$work/flat" >"$work/named"
  [ -n "$target" ] || refuse "the target is not in $resume, because addresses are private: name it again with --target"
}

read_first_line() {
  head -n 1 "$journal" >"$work/session"
  flatten_json <"$work/session" >"$work/flat"
  [ "$(flat_value record)-$(flat_value formatVersion)" = session-2 ] ||
    refuse "$resume is no session of this script: its first line has no \"record\":\"session\" of format version 2"
}

# Adapter and interface of this end in a record of a side. The other end has both too: they follow in "peer".
own_part() { # record
  printf '%s\n' "$1" | sed 's/,"peer":.*//; s/.*"adapter"://'
}

last_side() { # side: its own part of its last record, or nothing
  own_part "$(grep "^{\"record\":\"side\",\"side\":\"$1\"" "$journal" | tail -n 1)"
}

side_interface() { # side: the interface it was measured on
  last_side "$1" | sed -n 's/.*"interface":{"name":"\([^"]*\)".*/\1/p'
}

flat_list() { # path
  awk -F '\t' -v path="$1" 'index($1, path ".") == 1 { printf "%s%s", (count++ ? " " : ""), $2 }' "$work/flat"
}

collect_values() {
  grep '^{"record":"repetition"' "$journal" | sed -n 's/^{"record":"repetition","order":\([0-9]*\),"block":\([0-9]*\),"side":"\([ab]\)","repetition":\([0-9]*\),"series":"\([^"]*\)".*"value":\([^,]*\),.*/\2 \3 \5 \4 \6/p' >"$work/values" || true
  awk '{ print $1, $2, $3, $4 }' "$work/values" >"$work/done"
  order=$(awk 'END { print NR }' "$work/done")
  say "resuming $journal, which has $(plural "$order" repetition)"
}

# The first block that is not complete.
next_block() {
  each=$(($(awk 'END { print NR }' "$work/series") * runs))
  at=1
  while [ "$at" -le "$blocks" ]; do
    [ "$(grep -c "^$at " "$work/done" || true)" -ge "$each" ] || break
    at=$((at + 1))
  done
  echo "$at"
}

stop_full() {
  say "$journal cannot be written: $(disk_hint)"
  finish failed 'the disk is full'
  exit 1
}

# Writes the result from the journal. What was measured is in the journal in any case.
finish() { # status reason
  set -- "$1" "$(hide_private "$2")"
  count=$(grep -c '^{"record":"repetition"' "$journal" || true)
  append "$(printf '{"record":"end","at":"%s","status":"%s","reason":%s}' "$(date -u +%Y-%m-%dT%H:%M:%SZ)" "$1" "$(quote "$2")")" || cut_torn_line
  rm -f "$reserve"
  # A result without a repetition says nothing.
  if [ "$count" = 0 ]; then
    rm -f "$journal"
    [ "$1" = complete ] || say "no repetition ended, so no file is left behind"
    return 0
  fi
  if { write_result "$1" "$2" >"$output.new"; } 2>/dev/null && [ "$(tail -c 2 "$output.new")" = '}' ]; then
    flush_file "$output.new"
    publish
    print_summary
  else
    rm -f "$output.new"
    say "there is no room for $output: what was measured is in $journal. Free some space, then write it with --resume $journal --target HOST."
    exit_status=1
  fi
  [ "$1" = complete ] || say "$(plural "$count" repetition) kept in $journal: continue with --resume $journal --target HOST"
}

# Messages of tools name hosts and addresses.
hide_private() { # text
  if [ "$private" = yes ]; then printf '%s' "$1"; return; fi
  printf '%s' "$1" | names="$target_a $target_b $address_a $address_b ${source_a:-} $(uname -n)" awk '
    function hide(text, name,    at, out, around) {
      while ((at = index(text, name)) > 0) {
        around = (at > 1 ? substr(text, at - 1, 1) : " ") substr(text, at + length(name), 1)
        out = out substr(text, 1, at - 1) (around ~ /[A-Za-z0-9_-]/ ? name : "HOST")
        text = substr(text, at + length(name))
      }
      return out text
    }
    BEGIN { count = split(ENVIRON["names"], name, " ") }
    {
      for (i = 1; i <= count; i++) $0 = hide($0, name[i])
      gsub(/[0-9]+\.[0-9]+\.[0-9]+\.[0-9]+/, "HOST")
      gsub(/enx[0-9a-f]+/, "enx")
      printf "%s%s", (NR > 1 ? "\n" : ""), $0
    }'
}

# An earlier result of this session is replaced; anything else of that name is left alone.
publish() {
  if [ -z "$resume" ] && [ -e "$output" ]; then
    say "$output appeared during the run and is not overwritten: this result is $output.new"
    output=$output.new
    return
  fi
  mv "$output.new" "$output"
}

write_result() { # status reason
  summarise >"$work/summary"
  # A value given with -v would lose its backslashes.
  reason=$(quote "$2") awk -v runs="$runs" -v until="${until:-null}" -v most="$max_runs" -v status="$1" -v now="$(date -u +%Y-%m-%dT%H:%M:%SZ)" -v summary="$work/summary" '
    NR == 1 {
      sub(/^[{]"record":"session",/, "{"); sub(/[}]$/, "")
      sub(/"runs":[0-9]+,"untilPercent":[^,]*,"maximumRuns":[0-9]+/, "\"runs\":" runs ",\"untilPercent\":" until ",\"maximumRuns\":" most)
      print $0 ","
      printf "\"finishedAt\":\"%s\",\"status\":\"%s\",\"statusReason\":%s,\n", now, status, ENVIRON["reason"]
    }
    /^[{]"record":"side",/ { sub(/"record":"side",/, ""); side[++sides] = $0 }
    /^[{]"record":"repetition",/ { sub(/"record":"repetition",/, ""); repetition[++repetitions] = $0 }
    END {
      printf "\"sides\":[\n"
      for (i = 1; i <= sides; i++) print side[i] (i < sides ? "," : "")
      printf "],\n\"repetitions\":[\n"
      for (i = 1; i <= repetitions; i++) print repetition[i] (i < repetitions ? "," : "")
      printf "],\n\"summary\":[\n"
      while ((getline line < summary) > 0) { if (shown++) printf ",\n"; printf "%s", line }
      printf "\n]}\n"
    }' "$journal"
}

# A line of JSON for each series and side. Intervals are of the geometric mean, by t on the logarithms; in blocks, of block means.
summarise() {
  awk -v by_block="${blocks:+yes}" "$statistics"'
    { add($1, $2, $3, $5) }
    END {
      for (g = 1; g <= groups; g++) {
        split(group[g], part, " ")
        describe(group[g])
        printf "{\"series\":\"%s\",\"side\":\"%s\",\"count\":%d,\"units\":%d,\"min\":%.3f,\"median\":%.3f,\"mean\":%.3f,\"geometricMean\":%.3f,\"max\":%.3f,\"interval95\":%s}\n", \
          part[2], part[1], n, units, least, median, mean, antilog(center), most, \
          (units > 1 ? sprintf("[%.3f,%.3f]", antilog(center - half), antilog(center + half)) : "null")
      }
    }' "$work/values"
}

# awk functions shared by the summary, the note after it and the rule of --until. The awk of BusyBox may lack log, exp, sqrt
# and powers, so they are here too.
# shellcheck disable=SC2016
statistics='
  function square(x) { return x * x }
  function root(x,    guess, i) {
    if (x <= 0) return 0
    guess = x > 1 ? x : 1
    for (i = 0; i < 80; i++) guess = (guess + x / guess) / 2
    return guess
  }
  function ln(x,    twos, y, power, sum, k) {
    while (x > 1.5) { x /= 2; twos++ }
    while (x < 0.75) { x *= 2; twos-- }
    y = (x - 1) / (x + 1)
    power = y
    for (k = 1; k < 60; k += 2) { sum += power / k; power *= y * y }
    return 2 * sum + twos * 0.693147180559945309
  }
  function antilog(x,    halves, term, sum, k) {
    if (x < 0) return 1 / antilog(-x)
    while (x > 0.5) { x /= 2; halves++ }
    sum = 1; term = 1
    for (k = 1; k < 25; k++) { term *= x / k; sum += term }
    while (halves-- > 0) sum *= sum
    return sum
  }
  function t95(df,    table, below, share) {
    split("12.706 4.303 3.182 2.776 2.571 2.447 2.365 2.306 2.262 2.228 2.201 2.179 2.160 2.145 2.131 2.120 2.110 2.101 2.093 2.086 2.080 2.074 2.069 2.064 2.060 2.056 2.052 2.048 2.045 2.042", table, " ")
    if (df < 1) df = 1
    if (df > 30) return 1.96 + 2.4 / df
    below = int(df)
    if (df == below) return table[below]
    # Between two entries its logarithm is nearly linear in 1 / df.
    share = (1 / df - 1 / (below + 1)) * below * (below + 1)
    return antilog(share * ln(table[below]) + (1 - share) * ln(table[below + 1]))
  }
  function add(block, side, series, value,    key) {
    key = side " " series
    if (!(key in number)) group[++groups] = key
    values[key, ++number[key]] = value
    if (by_block == "yes") { inside[key, block] += ln(value); size[key, block]++; if (block > last[key]) last[key] = block }
  }
  function describe(key,    i, j, moved, sum, squares, x) {
    n = number[key]; sum = 0
    for (i = 1; i <= n; i++) { sorted[i] = values[key, i]; sum += sorted[i] }
    for (i = 2; i <= n; i++) { moved = sorted[i]; for (j = i - 1; j > 0 && sorted[j] > moved; j--) sorted[j + 1] = sorted[j]; sorted[j + 1] = moved }
    least = sorted[1]; most = sorted[n]; mean = sum / n
    median = n % 2 ? sorted[(n + 1) / 2] : (sorted[n / 2] + sorted[n / 2 + 1]) / 2
    units = 0; sum = 0; squares = 0
    if (by_block == "yes") { for (i = 1; i <= last[key]; i++) if (size[key, i] > 0) x[++units] = inside[key, i] / size[key, i] }
    else for (i = 1; i <= n; i++) x[++units] = ln(values[key, i])
    for (i = 1; i <= units; i++) sum += x[i]
    center = sum / units
    for (i = 1; i <= units; i++) squares += square(x[i] - center)
    error = units > 1 ? squares / (units - 1) / units : 0
    half = units > 1 ? t95(units - 1) * root(error) : 0
  }
  function compare(series,    ca, ea, ua, df, i, apart, sum, squares) {
    # Repetitions that took turns are compared in pairs: a drift of the host hits both.
    if (by_block != "yes" && number["a " series] == number["b " series]) {
      units = number["a " series]
      if (units < 2) return 0
      for (i = 1; i <= units; i++) { apart[i] = ln(values["b " series, i]) - ln(values["a " series, i]); sum += apart[i] }
      difference = sum / units
      for (i = 1; i <= units; i++) squares += square(apart[i] - difference)
      half = t95(units - 1) * root(squares / (units - 1) / units)
      return 1
    }
    describe("a " series); ca = center; ea = error; ua = units
    describe("b " series)
    if (ua < 2 || units < 2) return 0
    df = ea + error > 0 ? square(ea + error) / (square(ea) / (ua - 1) + square(error) / (units - 1)) : 1000
    difference = center - ca; half = t95(df) * root(ea + error)
    return 1
  }
'

print_summary() {
  printf '\n'
  awk -F '\t' '{ print $1, $7 }' "$work/series" >"$work/units"
  awk -v by_block="${blocks:+yes}" "$statistics"'
    FILENAME == ARGV[1] { unit[$1] = $2; next }
    { add($1, $2, $3, $5); if (!($3 in seen)) { seen[$3]; name[++names] = $3 } }
    END {
      for (i = 1; i <= names; i++) {
        for (s = 1; s <= 2; s++) {
          key = substr("ab", s, 1) " " name[i]
          if (!(key in number)) continue
          describe(key)
          printf "%-24s %s  %.1f %s", name[i], substr("ab", s, 1), median, unit[name[i]]
          if (units > 1) printf ", 95 %% interval of the mean %.1f to %.1f (±%.1f %%)", antilog(center - half), antilog(center + half), 100 * (antilog(half) - 1)
          printf ", %d run%s\n", n, (n == 1 ? "" : "s")
        }
        if ((("a " name[i]) in number) && (("b " name[i]) in number) && compare(name[i]))
          printf "%-24s    b is %.3f times a, 95 %% interval %.3f to %.3f\n", "", antilog(difference), antilog(difference - half), antilog(difference + half)
      }
    }' "$work/units" "$work/values"
  sed -n 's/^{"record":"repetition".*"marks":\["\([^]]*\)"\].*/\1/p' "$journal" | awk -F '","' '
    { for (i = 1; i <= NF; i++) { if (!($i in times)) word[++words] = $i; times[$i]++ } }
    END {
      if (NR == 0) exit
      printf "%d repetition%s marked:", NR, (NR == 1 ? "" : "s")
      for (i = 1; i <= words; i++) printf "%s %s %s", (i > 1 ? "," : ""), word[i], (times[word[i]] == 1 ? "once" : times[word[i]] " times")
      print ". result.schema.json says what each word means."
    }'
  printf 'result: %s\n' "$output"
}

# ---- measuring

measure() {
  order=${order:-0} spent=0 budget=0
  rounds=$runs
  [ -z "$blocks" ] || block_now=$(block_side "$current_block")
  count_left
  pause_between
  repetition=1
  while [ "$repetition" -le "$rounds" ]; do
    if [ -n "$side_b" ]; then
      # A B B A: the first of a pair is the second of the next, so drift meets both sides alike.
      if [ $((repetition % 2)) = 1 ]; then turn='a b'; else turn='b a'; fi
    else
      turn=${block_now:-a}
    fi
    for side in $turn; do
      while IFS=$tab read -r series test direction streams limit metric unit _ tool planned <&3; do
        measure_once
      done 3<"$work/series"
    done
    repetition=$((repetition + 1))
    if [ "$repetition" -gt "$rounds" ] && [ -n "$until" ] && [ "$rounds" -lt "$max_runs" ] && is_too_wide; then
      rounds=$((rounds + 1))
      say "the widest interval is ±$widest %: adding repetition $rounds of at most $max_runs"
      count_left
    fi
  done
  if [ -n "$blocks" ] && [ "$current_block" -lt "$blocks" ]; then
    next=$((current_block + 1))
    finish interrupted "block $current_block of $blocks is done"
    if [ "$(block_side "$next")" = "$block_now" ]; then
      say "block $current_block of $blocks (side $block_now) is done. Restart the VM with the same adapter, side $block_now, then continue with --resume $journal"
    else
      say "block $current_block of $blocks (side $block_now) is done. Exchange the adapter for side $(block_side "$next"), then continue with --resume $journal"
    fi
    exit 3
  fi
}

# Is one interval still wider than what was asked for?
is_too_wide() {
  widest=$(awk -v by_block='' "$statistics"'
    { add($1, $2, $3, $5); if (!($3 in seen)) { seen[$3]; name[++names] = $3 } }
    END {
      for (i = 1; i <= names; i++) {
        if ((("a " name[i]) in number) && (("b " name[i]) in number)) compare(name[i]); else describe("a " name[i])
        if (antilog(half) - 1 > worst) worst = antilog(half) - 1
      }
      printf "%.2f", 100 * worst
    }' "$work/values")
  [ "$(calculate '%d' "$widest" '>' "$until")" = 1 ]
}

# Seconds planned for what is not done yet.
count_left() {
  left=0 slot_count=0 slot_left=0
  at=1
  while [ "$at" -le "$rounds" ]; do
    for side in a b; do
      if [ -n "$blocks" ]; then
        [ "$side" = "$block_now" ] || continue
      elif [ "$side" = b ] && [ -z "$side_b" ]; then
        continue
      fi
      while IFS=$tab read -r series test direction streams limit metric unit _ tool planned <&3; do
        slot_count=$((slot_count + 1))
        grep -qxF "$current_block $side $series $at" "$work/done" || {
          left=$((left + planned + pause + 1))
          slot_left=$((slot_left + 1))
        }
      done 3<"$work/series"
    done
    at=$((at + 1))
  done
}

measure_once() {
  ! grep -qxF "$current_block $side $series $repetition" "$work/done" || return 0
  # What was planned, stretched by how long it really took so far.
  if [ "$budget" -gt 0 ]; then remaining=$((left * spent / budget)); else remaining=$left; fi
  say "[$((slot_count - slot_left + 1))/$slot_count] $series, repetition $repetition${side_b:+, side $side}${blocks:+, block $current_block of $blocks (side $side)}; about $(format_seconds "$remaining") left"
  began=$(date +%s)
  if [ "$side" = b ] && [ -n "$side_b" ]; then nic=$side_b address=$address_b; else nic=$side_a address=$address_a; fi
  if [ "$side" = b ]; then peer_nic=${peer_nic_b:-}; else peer_nic=${peer_nic_a:-}; fi
  seconds='' retransmits='' lost='' search=null latency=null tool_cpu='' tool_remote_cpu='' marks='' command='' message_bytes='"unknown"' protocol=TCP
  at=$(date -u +%Y-%m-%dT%H:%M:%SZ)
  case $tool-$test-$metric in
    iperf3-throughput-*) measure_iperf3 ;;
    netperf-throughput-*) measure_netperf ;;
    netperf-request-response-*) measure_netperf ;;
    sockperf-request-response-*) measure_sockperf ping-pong ;;
    iperf3-packets-packets) search_rate ;;
    sockperf-packets-latency) measure_sockperf under-load ;;
  esac
  record_repetition
  pause_between
  spent=$((spent + $(date +%s) - began)) budget=$((budget + planned + pause + 1))
  left=$((left - planned - pause - 1)) slot_left=$((slot_left - 1))
}

# Nothing of this script runs meanwhile: what keeps the processors busy is other work.
pause_between() {
  background=''
  [ "$pause" -gt 0 ] || return 0
  take_counters >"$work/pause.before"
  sleep "$pause"
  take_counters >"$work/pause.after"
  background=$(subtract_counters "$work/pause.before" "$work/pause.after" '' | sed -n 's/.*"busyPercent":\([0-9.]*\).*/\1/p')
}

# Counters of both ends before and after whatever runs in between.
begin_watch() {
  rm -f "$work/peer.before" "$work/peer.after"
  if [ -n "$peer_nic" ]; then fetch_state "$work/peer.before" || rm -f "$work/peer.before"; fi
  take_counters "$nic" >"$work/before"
}

end_watch() {
  take_counters "$nic" >"$work/after"
  if [ -e "$work/peer.before" ]; then fetch_later_state "$work/peer.after" || rm -f "$work/peer.after"; fi
}

# Output goes to $work/out, messages to $work/err. In the background, because a shell hears signals while it waits but not
# while a command runs in front.
run_tool() { # seconds command...
  time_limit=$(($1 + 15))
  shift
  status=0
  rm -f "$work/late"
  if has timeout; then
    timeout "$time_limit" "$@" >"$work/out" 2>"$work/err" </dev/null &
    child=$!
    wait "$child" || status=$?
    [ "$status" != 124 ] || : >"$work/late"
  else
    "$@" >"$work/out" 2>"$work/err" </dev/null &
    child=$!
    (
      trap 'kill $! 2>/dev/null; exit 0' TERM
      sleep "$time_limit" &
      wait $!
      : >"$work/late"
      kill -TERM "$child"
      sleep 2 &
      wait $!
      kill -KILL "$child"
    ) 2>/dev/null >/dev/null &
    guard=$!
    wait "$child" || status=$?
    kill "$guard" 2>/dev/null || true
  fi
  child=''
  sed 's/.\[[0-9;]*m//g' "$work/out" >"$work/plain"
}

failed() { # reason
  why=$1
  say "$series, repetition $repetition failed: $why"
  if [ "$tool" != netperf ] || has netperf; then
    ask "$tool" || { why="$why; $no_answer"; say "the other end no longer answers: $no_answer"; }
  fi
  finish failed "$series, repetition $repetition: $why"
  exit 1
}

failed_with_status() {
  [ ! -e "$work/late" ] || failed "the other end went silent: $tool had not ended after $time_limit s"
  failed "$tool ended with status $status: $(cat "$work/err" "$work/out" | grep -v '^[[:space:]]*$' | tail -n 1)"
}

run_iperf3() { # seconds arguments...
  length=$1
  shift
  set -- -p "$(port_of iperf3)" "$@"
  [ "$direction" != receive ] || set -- "$@" -R
  command="iperf3 -J -c TARGET $*"
  run_tool "$length" iperf3 -J -c "$address" "$@"
  flatten_json <"$work/out" >"$work/flat"
  error=$(flat_value error)
  [ -z "$error" ] || failed "iperf3 reports \"$error\""
  [ "$status" = 0 ] || failed_with_status
  tool_cpu=$(flat_value end.cpu_utilization_percent.host_total) tool_remote_cpu=$(flat_value end.cpu_utilization_percent.remote_total)
}

port_of() { # tool
  case $1 in iperf3) echo "$port_iperf3" ;; netperf) echo "$port_netperf" ;; sockperf) echo "$port_sockperf" ;; esac
}

measure_iperf3() {
  set -- -t "$duration" -P "$streams"
  [ "$warm_up" = 0 ] || set -- "$@" -O "$warm_up"
  begin_watch
  run_iperf3 "$((duration + warm_up))" "$@"
  end_watch
  value=$(calculate '%.3f' "$(flat_value end.sum_received.bits_per_second)" / 1e6)
  seconds=$(flat_value end.sum_received.seconds) retransmits=$(flat_value end.sum_sent.retransmits)
}

measure_netperf() {
  keys=THROUGHPUT,THROUGHPUT_UNITS,ELAPSED_TIME,LOCAL_TRANSPORT_RETRANS,LOCAL_CPU_UTIL,REMOTE_CPU_UTIL
  case $test-$direction in
    throughput-send) kind=TCP_STREAM expected='10^6bits/s' ;;
    throughput-receive) kind=TCP_MAERTS expected='10^6bits/s' ;;
    *) kind=TCP_RR expected=Trans/s keys=$keys,MIN_LATENCY,MEAN_LATENCY,P50_LATENCY,P90_LATENCY,P99_LATENCY,MAX_LATENCY message_bytes=1 ;;
  esac
  command="netperf -H TARGET -p $port_netperf -t $kind -l $duration -P 0 -c -C -- -k $keys -P ,$port_netperf_data"
  if [ "$warm_up" -gt 0 ]; then run_netperf "$warm_up"; fi
  begin_watch
  run_netperf "$duration"
  end_watch
  given_unit=$(netperf_value THROUGHPUT_UNITS)
  [ "$given_unit" = "$expected" ] || failed "netperf's unit is \"$given_unit\", expected \"$expected\""
  value=$(netperf_value THROUGHPUT) seconds=$(netperf_value ELAPSED_TIME) retransmits=$(netperf_value LOCAL_TRANSPORT_RETRANS)
  tool_cpu=$(netperf_value LOCAL_CPU_UTIL) tool_remote_cpu=$(netperf_value REMOTE_CPU_UTIL)
  [ "$kind" != TCP_RR ] || latency=$(latency_json \
    "$(netperf_value MIN_LATENCY)" "$(netperf_value MEAN_LATENCY)" "$(netperf_value P50_LATENCY)" \
    "$(netperf_value P90_LATENCY)" "$(netperf_value P99_LATENCY)" '' '' "$(netperf_value MAX_LATENCY)")
}

run_netperf() { # seconds
  run_tool "$1" netperf -H "$address" -p "$port_netperf" -t "$kind" -l "$1" -P 0 -c -C -- -k "$keys" -P ",$port_netperf_data"
  [ "$status" = 0 ] || failed_with_status
}

netperf_value() { # key
  sed -n "s/^$1=//p" "$work/out" | head -n 1
}

measure_sockperf() { # ping-pong or under-load
  mode=$1 protocol=UDP message_bytes=$payload
  set -- -p "$port_sockperf" -t "$duration" -m "$payload" --full-rtt
  if [ "$mode" = under-load ]; then
    rate=$(awk -v key="$current_block $side packets-send-0.1 $repetition" '$1 " " $2 " " $3 " " $4 == key { printf "%d", $5 / 2 }' "$work/values")
    [ "${rate:-0}" -gt 0 ] || rate=1
    # One of a hundred messages is answered, of slow ones more.
    every=$((rate / 100))
    [ "$every" -le 100 ] || every=100
    [ "$every" -ge 1 ] || every=1
    set -- "$@" --mps "$rate" --reply-every "$every"
    search=$(printf '{"offeredPacketsPerSecond":%s}' "$rate")
  fi
  command="sockperf $mode -i TARGET $*"
  if [ "$mode" = ping-pong ] && [ "$warm_up" -gt 0 ]; then
    run_tool "$warm_up" sockperf ping-pong -i "$address" -p "$port_sockperf" -t "$warm_up" -m "$payload"
    [ "$status" = 0 ] || failed_with_status
  fi
  begin_watch
  run_tool "$duration" sockperf "$mode" -i "$address" "$@"
  end_watch
  [ "$status" = 0 ] || failed_with_status
  valid=$(grep 'Valid Duration' "$work/plain") || failed "sockperf received no answer"
  seconds=$(printf '%s\n' "$valid" | sed -n 's/.*RunTime=\([0-9.]*\).*/\1/p')
  answered=$(printf '%s\n' "$valid" | sed -n 's/.*ReceivedMessages=\([0-9]*\).*/\1/p')
  median=$(sockperf_value 'percentile 50\.000')
  latency=$(latency_json "$(sockperf_value '<MIN> observation')" "$(sockperf_value 'avg-rtt')" "$median" \
    "$(sockperf_percentile 90.000 10)" "$(sockperf_percentile 99.000 100)" "$(sockperf_percentile 99.900 1000)" \
    "$(sockperf_percentile 99.990 10000)" "$(sockperf_value '<MAX> observation')")
  case $metric in
    latency) value=$median ;;
    *) value=$(calculate '%.3f' "$answered" / "$seconds") ;;
  esac
}

sockperf_value() { # name, as a pattern
  sed -n "s/.*$1 *= *\\([0-9.]*\\).*/\\1/p" "$work/plain" | head -n 1
}

# A percentile of fewer answers than that is the longest one.
sockperf_percentile() { # percent least-answers
  [ "${answered:-0}" -lt "$2" ] || sockperf_value "percentile $1"
}

latency_json() { # min mean p50 p90 p99 p99.9 p99.99 max
  printf '{"min":%s,"mean":%s,"p50":%s,"p90":%s,"p99":%s,"p999":%s,"p9999":%s,"max":%s}' \
    "$(rounded "$1")" "$(rounded "$2")" "$(rounded "$3")" "$(rounded "$4")" "$(rounded "$5")" "$(rounded "$6")" "$(rounded "$7")" "$(rounded "$8")"
}

# The highest rate that loses no more than the limit: a bisection whose failures are tried twice, and whose result is verified
# over the whole duration (RFC 2544; binary search with loss verification of ETSI GS NFV-TST 009).
search_rate() {
  protocol=UDP message_bytes=$payload
  trials=$work/trials.$side.$direction
  tag="$current_block $repetition"
  if [ "$(first_line "$trials.tag")" != "$tag" ]; then
    printf '%s\n' "$tag" >"$trials.tag"
    : >"$trials"
    take_counters "$nic" >"$trials.before"
    if [ -n "$peer_nic" ]; then fetch_state "$trials.peer.before" || rm -f "$trials.peer.before"; fi
    run_trial 0 "$trial" search
  fi
  steps=0
  while :; do
    steps=$((steps + 1))
    [ "$steps" -le 40 ] || failed "no stable rate was found in $((steps - 1)) steps: the loss does not depend on the rate alone"
    plan=$(plan_trial)
    rate=${plan#* }
    case $plan in
      verify*)
        begin_watch
        run_trial "$rate" "$duration" verify
        end_watch
        [ "$(calculate '%d' "$lost_percent" '>' "$limit")" = 1 ] || break
        ;;
      try*)
        run_trial "$rate" "$trial" search
        # A small loss may be an accident: the same rate has a second try.
        if [ "$(calculate '%d' "$lost_percent" '>' "$limit")" = 1 ] && [ "$(calculate '%d' "$lost_percent" '>' "$(calculate '%.3f' "$limit" '*' 10)")" != 1 ]; then
          run_trial "$rate" "$trial" search
        fi
        ;;
      *) failed "more than $limit % is lost even at $rate packets/s" ;;
    esac
  done
  value=$delivered
  take_counters "$nic" >"$trials.after"
  search=$(awk -v limit="$limit" -v offered="$sent_rate" -v lost="$lost_percent" '
    $3 <= limit && ($1 == 0 || $2 < 0.95 * $1) { generator = 1 }
    END {
      printf "{\"lossLimitPercent\":%s,\"lossPercent\":%.4f,\"offeredPacketsPerSecond\":%.3f,\"trials\":%d,\"generatorLimited\":%s}", \
        limit, lost, offered, NR, (generator ? "true" : "false")
    }' "$trials")
  case $search in *'"generatorLimited":true'*) mark generator-limited ;; esac
  # Where packets were lost while rates were tried: at this adapter, or where it says nothing about this adapter.
  facts "$(subtract_counters "$trials.before" "$trials.after" "$nic" | tail -n 1)"
  [ "$direction" = send ] || [ "$fact_socket" -le 0 ] || mark socket-drops
  if [ -e "$trials.peer.before" ] && fetch_later_state "$trials.peer.after"; then
    facts "$(subtract_counters "$trials.peer.before" "$trials.peer.after" "$peer_nic" | tail -n 1)"
    case $direction in
      send) [ $((fact_dropped_in + fact_socket)) -le 0 ] || mark peer-drops ;;
      receive) [ "$fact_dropped_out" -le 0 ] || mark peer-drops ;;
    esac
  fi
}

facts() { # line of subtract_counters
  read -r fact_stolen fact_dropped_in fact_dropped_out fact_socket fact_in fact_out fact_bytes_in fact_bytes_out <<EOF
$1
EOF
}

mark() { # word
  is_listed "$1" "$marks" || marks="$marks $1"
}

# Prints "try RATE", "verify RATE" (0 is as fast as it goes) or "none RATE".
plan_trial() {
  awk -v limit="$limit" -v resolution="$resolution" '
    {
      asked[NR] = $1; sent[NR] = $2; delivered[NR] = $4
      if ($3 > limit) { fails[$1] = 1; if ($6 == "verify") refuted[$1] = 1 }
      else passes[$1] = 1
    }
    END {
      high = 0; count = 0
      for (i = 1; i <= NR; i++) {
        if (!(asked[i] in fails) || ((asked[i] in passes) && !(asked[i] in refuted))) continue
        rate = asked[i] == 0 ? sent[i] : asked[i]
        count++
        if (high == 0 || rate < high) { high = rate; arrived = delivered[i] }
      }
      if (high == 0) { print "verify 0"; exit }
      low = 0
      for (i = 1; i <= NR; i++) {
        if (!(asked[i] in passes) || (asked[i] in refuted)) continue
        if (sent[i] < high && sent[i] > low) { low = sent[i]; best = asked[i] }
      }
      if (high < 10) { printf "none %d\n", high; exit }
      if (low > 0 && high - low <= resolution / 100 * high) { printf "verify %d\n", best; exit }
      if (low == 0) guess = count == 1 && arrived > 0 ? (arrived * 0.98 < high * 0.9 ? arrived * 0.98 : high * 0.9) : high / 2
      else guess = (low + high) / 2
      guess = int(guess)
      if (low > 0 && (guess == best || guess <= low)) { printf "verify %d\n", best; exit }
      printf "try %d\n", (guess < 1 ? 1 : guess)
    }' "$trials"
}

run_trial() { # packets-per-second seconds search-or-verify
  run_iperf3 "$2" -u -l "$payload" -b "$(calculate '%.0f' "$1" '*' "$((payload * 8))")" -t "$2"
  sent=$(flat_value end.sum_sent.packets) length=$(flat_value end.sum_sent.seconds)
  [ -n "$sent" ] || sent=$(flat_value end.sum.packets) length=$(flat_value end.sum.seconds)
  # Some of the packets of end.sum may have been under way at the end, neither lost nor received.
  lost=$(flat_value end.sum_received.lost_packets) counted=$(flat_value end.sum_received.packets)
  [ -n "$counted" ] || lost=$(flat_value end.sum.lost_packets) counted=$(flat_value end.sum.packets)
  lost_percent=$(awk -v lost="$lost" -v all="$counted" 'BEGIN { if (all > 0) printf "%.4f", (lost > 0 ? 100 * lost / all : 0) }')
  is_number "$lost_percent" || failed "iperf3 counted no packets"
  sent_rate=$(calculate '%.3f' "$sent" / "$length")
  delivered=$(awk -v lost="$lost" -v all="$counted" -v seconds="$length" 'BEGIN { printf "%.3f", (all - (lost > 0 ? lost : 0)) / seconds }')
  [ "$(calculate '%d' "$delivered" '>' 0)" = 1 ] || failed "nothing arrived at the other end: a firewall may drop UDP on port $port_iperf3"
  seconds=$length
  printf '%s %s %s %s %s %s\n' "$1" "$sent_rate" "$lost_percent" "$delivered" "$length" "$3" >>"$trials"
}

record_repetition() {
  is_number "$value" || failed "no value in $tool's output"
  [ "$(calculate '%d' "$value" '>' 0)" = 1 ] || failed "nothing arrived at the other end"
  subtract_counters "$work/before" "$work/after" "$nic" >"$work/local"
  facts "$(tail -n 1 "$work/local")"
  check_interface
  judge_local
  remote=null
  if [ -e "$work/peer.before" ] && [ -e "$work/peer.after" ]; then
    subtract_counters "$work/peer.before" "$work/peer.after" "$peer_nic" >"$work/remote"
    remote=$(head -n 1 "$work/remote")
    facts "$(tail -n 1 "$work/remote")"
    judge_remote
  fi
  [ "$loopback" = no ] || mark loopback
  order=$((order + 1))
  line=$(
    printf '{"record":"repetition","order":%s,"block":%s,"side":"%s","repetition":%s,"series":"%s","test":"%s","direction":"%s","streams":%s,' \
      "$order" "$current_block" "$side" "$repetition" "$series" "$test" "$direction" "$streams"
    printf '"metric":"%s","unit":"%s","value":%s,"at":"%s","seconds":%s,"tool":"%s","command":%s,"protocol":"%s","messageBytes":%s,' \
      "$metric" "$unit" "$value" "$at" "$(rounded "$seconds")" "$tool" "$(quote "$command")" "$protocol" "$message_bytes"
    printf '"retransmits":%s,"search":%s,"latencyMicroseconds":%s,"toolCpuPercent":{"local":%s,"remote":%s},' \
      "$(measured_number "$retransmits")" "$search" "$latency" "$(rounded "$tool_cpu")" "$(rounded "$tool_remote_cpu")"
    printf '"local":%s,"remote":%s,"marks":[%s]}' "$(head -n 1 "$work/local")" "$remote" "$(quote_words "$marks")"
  )
  keep "$line" || {
    if rescued=$(mktemp "${TMPDIR:-/tmp}/vnic-validate-rescued.XXXXXX") && printf '%s\n' "$line" >"$rescued" 2>/dev/null; then
      say "the repetition that just ended is in $rescued: append that line to $journal before you resume"
    fi
    stop_full
  }
  printf '%s %s %s %s %s\n' "$current_block" "$side" "$series" "$repetition" "$value" >>"$work/values"
  printf '%s %s %s %s\n' "$current_block" "$side" "$series" "$repetition" >>"$work/done"
}

# Traffic by another interface would be taken for this adapter's.
check_interface() {
  [ "$test" = throughput ] || return 0
  grep -q "^net$tab$nic$tab" "$work/before" || return 0
  if [ "$direction" = receive ]; then moved=$fact_bytes_in; else moved=$fact_bytes_out; fi
  # At least half of what arrived. Some drivers count up to four seconds late.
  [ "$duration" -gt 4 ] || return 0
  least=$(calculate '%.0f' "$value" '*' "$(((duration - 4) * 62500))")
  [ "$(calculate '%d' "$least" '>' "$moved")" != 1 ] ||
    failed "the traffic did not pass $nic: it moved $moved bytes, and the test at least $least. Check the routes on both ends."
}

judge_local() {
  [ "$(calculate '%d' "$background" '>' "$background_limit")" != 1 ] || mark background-load
  [ "$(calculate '%d' "$fact_stolen" '>' "$steal_limit")" != 1 ] || mark steal
  if [ "$direction" != send ] && [ "$(calculate '%d' "$fact_socket" '>' "$(calculate '%.3f' "$fact_in" '*' 0.0001)")" = 1 ]; then mark socket-drops; fi
}

judge_remote() {
  [ "$(calculate '%d' "$fact_stolen" '>' "$steal_limit")" != 1 ] || mark peer-steal
  case $direction in
    receive) wrong=$fact_dropped_out passed=$fact_out ;;
    *) wrong=$((fact_dropped_in + fact_socket)) passed=$fact_in ;;
  esac
  [ "$(calculate '%d' "$wrong" '>' "$(calculate '%.3f' "$passed" '*' 0.0001)")" != 1 ] || mark peer-drops
}

# ---- JSON and numbers

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

flat_value() { # path
  awk -F '\t' -v path="$1" '$1 == path { print $2; exit }' "$work/flat"
}

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
      if (operator == "*") result = left * right
      if (operator == "/") result = left / right
      if (operator == ">") result = left + 0 > right + 0
      printf format, result
    }'
  fi
}

main "$@"
