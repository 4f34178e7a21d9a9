#!/bin/busybox sh
# First process of the lab's guest: loads the modules that the kernel's command line names, then carries out
# what comes over the second serial port and answers with its output. Its frames start with the byte 036
# (record separator), which no command contains: a terminal that echoes cannot make one.
/bin/busybox --install -s /bin
mount -t proc none /proc
mount -t sysfs none /sys
mount -t devtmpfs none /dev
echo 3 >/proc/sys/kernel/printk

for module in $(sed -n 's/.*lab\.modules=\([^ ]*\).*/\1/p' /proc/cmdline | tr , ' '); do
  insmod "/modules/$module.ko" || echo "LAB insmod $module failed"
done

# Prints the folder of the PCI device behind an interface; virtio puts a device of its own between them.
lab_device() {
  device=$(readlink -f "/sys/class/net/$1/device")
  [ -e "$device/irq" ] || device=${device%/*}
  echo "$device"
}

# Gives an interface its address and waits for the link, at most 30 s.
# The one neighbour stays known, so that no question about it falls between two counts.
lab_up() {
  echo 86400000 >"/proc/sys/net/ipv4/neigh/$1/base_reachable_time_ms"
  ip address add 192.0.2.2/24 dev "$1" && ip link set "$1" up || return
  tries=0
  while [ "$(cat "/sys/class/net/$1/carrier" 2>/dev/null)" != 1 ]; do
    tries=$((tries + 1))
    [ "$tries" -lt 300 ] || { echo "no link on $1"; return 1; }
    usleep 100000
  done
  tries=0
  until ping -c 1 -W 1 192.0.2.1 >/dev/null; do
    tries=$((tries + 1))
    [ "$tries" -lt 15 ] || { echo "no answer on $1"; return 1; }
  done
}

# Prints the interrupts an interface may use, then all of them with their counts.
lab_interrupts() {
  device=$(lab_device "$1")
  # The folder may be there and empty: then the device has its line alone.
  messages=$(ls -1 "$device/msi_irqs" 2>/dev/null)
  echo "${messages:-$(cat "$device/irq")}"
  echo --
  cat /proc/interrupts
}

# Sends COUNT frames of 60 bytes with DELAY ns between them to an address that nobody has.
lab_send() {
  echo rem_device_all >/proc/net/pktgen/kpktgend_0
  echo "add_device $1" >/proc/net/pktgen/kpktgend_0
  for setting in "count $2" "delay $3" "pkt_size 60" "dst 192.0.2.99" "dst_mac 02:00:00:00:00:99"; do
    echo "$setting" >"/proc/net/pktgen/$1" || return
  done
  echo start >/proc/net/pktgen/pgctrl
}

exec 3<>/dev/ttyS1
stty -F /dev/ttyS1 raw -echo
printf '\036ready\n' >&3
while read -r number command <&3; do
  printf '\036begin %s\n' "$number" >&3
  eval "$command" >&3 2>&1 </dev/null
  printf '\036end %s %s\n' "$number" "$?" >&3
done
