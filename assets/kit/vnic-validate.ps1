# vnic-validate.ps1: measure the virtual network adapter of a Windows guest, for vNIC Atlas.
# SPDX-License-Identifier: Apache-2.0
#
# Sends traffic only to the host named with -Target. Repeats every test, appends each repetition to a file as it ends, and
# writes one JSON result in the format of vnic-validate.sh (result.schema.json describes both files). Needs Windows PowerShell
# 5.1 or later and iperf3.exe, ntttcp.exe or latte.exe in the folder of the script or on the path.

[CmdletBinding()]
param(
  [string]$Target = '',
  [string]$A = '',
  [string]$B = '',
  [string]$Interface = '',
  [string[]]$Test = @('throughput', 'request-response'),
  [string[]]$Tool = @('auto'),
  [string[]]$Port = @(),
  [string[]]$Direction = @('send', 'receive'),
  [string[]]$Streams = @(),
  [ValidateRange(5, 1000)][int]$Runs = 5,
  [string]$Until = '',
  [ValidateRange(5, 1000)][int]$MaxRuns = 30,
  [int]$Blocks = 0,
  [ValidateRange(1, 86400)][int]$Duration = 30,
  [ValidateRange(0, 600)][int]$WarmUp = 3,
  [ValidateRange(1, 600)][int]$Trial = 5,
  [ValidateRange(0, 600)][int]$Pause = 1,
  [ValidateRange(16, 1400)][int]$PacketBytes = 64,
  [string]$Output = '',
  [string]$Resume = '',
  [string]$Label = '',
  [switch]$Serve,
  [switch]$IncludePrivate,
  [switch]$AllowLoopback,
  [switch]$DryRun,
  [switch]$Help,
  [switch]$Version
)

Set-StrictMode -Version 2
$ErrorActionPreference = 'Stop'
$ScriptVersion = '0.3.0'
$LossLimits = @(0.1, 0.5)
$Resolution = 2
# A repetition with more stolen time at the other end than this, in percent, is marked.
$StealLimit = 2
# A repetition is marked if this guest's processors were busier than this, in percent, while the script paused before it.
$BackgroundLimit = 20
# Size of the other end's state in bytes, always the same.
$StateSize = 131072
$Given = $PSBoundParameters
$Ports = @{ iperf3 = 5201; ntttcp = 5001; latte = 5005; peer = 5202 }
$Invariant = [Globalization.CultureInfo]::InvariantCulture

function Show-Usage {
  @'
Usage: powershell -ExecutionPolicy Bypass -File vnic-validate.ps1 -Target HOST [options]
       ... -File vnic-validate.ps1 -Serve
       ... -File vnic-validate.ps1 -Resume FILE.jsonl -Target HOST

The options are those of vnic-validate.sh, written as PowerShell writes them:

  -Serve                start iperf3, and the receivers of NTttcp and Latte if they are installed; record this end's counters
  -Target HOST          the other end (required)
  -Test LIST            of throughput, request-response, packets (throughput,request-response)
  -Direction LIST       of send, receive (send,receive)
  -Streams LIST         numbers of parallel TCP streams (1 and the number of CPUs, at most 8)
  -Interface NAME       the interface that leads to HOST (found from the route)
  -Tool LIST            use only these of iperf3, ntttcp, latte (all that are installed)
  -Port N               port of iperf3; with a name for another tool: -Port latte=5005
  -Runs N               repetitions of each test, at least 5 (5)
  -Until PERCENT        add repetitions until the 95 % interval is within this, or -MaxRuns is reached
  -MaxRuns N            limit for -Until (30)
  -Duration SECONDS     of one repetition (30)
  -WarmUp SECONDS       before each repetition, not counted (3)
  -Trial SECONDS        of one step of the search for the loss-free rate (5)
  -Pause SECONDS        between repetitions (1)
  -PacketBytes N        UDP payload of packets, 16 to 1400 (64)
  -A NAME -B NAME       two adapters of this guest, taken in turns: A B B A. A target for each: -Target HOST_A,HOST_B
  -Blocks N             one adapter exchanged for the other: N blocks in the order A B B A, at least 4
  -Output FILE.json     the result; FILE.jsonl beside it holds each repetition as soon as it ended
  -Resume FILE.jsonl    continue a session that was stopped, failed or killed
  -Label TEXT           a note of yours, kept in the result
  -IncludePrivate       also record host name, target, IP and MAC addresses
  -AllowLoopback        accept this machine as its own target, to try the kit
  -DryRun               print what would be sent, send nothing
  -Help, -Version

NTttcp and Latte serve one run at a time: give -Serve the -Duration and -WarmUp of the other end.
'@
}

function Write-Note([string]$Text) { [Console]::Error.WriteLine("vnic-validate: $Text") }

function Get-Time { return [DateTime]::UtcNow.ToString('yyyy-MM-ddTHH:mm:ssZ', $Invariant) }

# What was asked for cannot be done.
function Stop-Refused([string]$Text) {
  Write-Note $Text
  exit 2
}

# ---- arguments

function Read-List([string[]]$Items, [string[]]$Known, [string]$Option) {
  $list = @($Items | ForEach-Object { $_ -split ',' } | ForEach-Object { $_.Trim() } | Where-Object { $_ -ne '' })
  if ($list.Count -eq 0) { Stop-Refused "$Option names nothing; known are: $($Known -join ', ')" }
  foreach ($item in $list) {
    if ($Known -cnotcontains $item) { Stop-Refused "$Option `"$item`" is not known; known are: $($Known -join ', ')" }
  }
  foreach ($group in ($list | Group-Object)) {
    if ($group.Count -gt 1) { Stop-Refused "$Option names $($group.Name) twice: name each once" }
  }
  return $list
}

function Read-Ports {
  foreach ($item in @($Port | ForEach-Object { $_ -split ',' } | Where-Object { $_ -ne '' })) {
    $name, $number = if ($item -match '=') { $item -split '=', 2 } else { 'iperf3', $item }
    if (-not $Ports.ContainsKey($name)) { Stop-Refused "-Port `"$item`": known names are $($Ports.Keys -join ', ')" }
    $value = 0
    if (-not [int]::TryParse($number, [ref]$value) -or $value -lt 1 -or $value -gt 65535) {
      Stop-Refused "-Port $number`: expected a whole number from 1 to 65535"
    }
    $Ports[$name] = $value
  }
}

function Find-Tool([string]$Name) {
  $beside = Join-Path $PSScriptRoot "$Name.exe"
  if (Test-Path -LiteralPath $beside) { return $beside }
  $found = Get-Command "$Name.exe" -CommandType Application -ErrorAction SilentlyContinue | Select-Object -First 1
  if ($found) { return $found.Source }
  return $null
}

function Test-Listed([string]$Name) { return ($Tool -contains 'auto') -or ($Tool -contains $Name) }

# A session that is resumed has a tool for each of its tests.
function Test-Planned([string]$Kind, [string]$Name) {
  if ($Resume -eq '') { return Test-Listed $Name }
  return @($script:OldSeries | Where-Object { $_.test -eq $Kind -and $_.tool -eq $Name }).Count -gt 0
}

# ---- what is measured: the interface, the guest, the adapter

function Find-Interface([string]$HostName, [string]$Wanted) {
  try {
    $address = [Net.Dns]::GetHostAddresses($HostName) | Sort-Object { $_.AddressFamily -ne 'InterNetwork' } | Select-Object -First 1
  } catch {
    Stop-Refused "$HostName cannot be resolved: check the name, or name the address"
  }
  if ($Wanted -ne '' -and -not (Get-NetAdapter -Name $Wanted -ErrorAction SilentlyContinue)) {
    Stop-Refused "-Interface `"$Wanted`": this guest has no such interface; it has: $((Get-NetAdapter).Name -join ', ')"
  }
  $route = Find-NetRoute -RemoteIPAddress $address.ToString() -ErrorAction SilentlyContinue
  if (-not $route) { Stop-Refused "no route to $HostName`: this guest does not know a way to $address" }
  $own = $route | Where-Object { $_.PSObject.Properties['IPAddress'] } | Select-Object -First 1
  $name = $own.InterfaceAlias
  if ($own.IPAddress -eq $address.ToString() -or [Net.IPAddress]::IsLoopback($address)) {
    if (-not $AllowLoopback) { Stop-Refused "$HostName is this machine: the traffic would pass no adapter. Choose a target on another machine." }
  } elseif ($Wanted -ne '' -and $name -ne $Wanted) {
    Stop-Refused "$HostName is reached by $name, not by $Wanted`: give each adapter a network and a target of its own"
  }
  return @{ name = $name; address = $address.ToString(); source = $own.IPAddress; target = $HostName }
}

# A property of an object, under the first of several names that it has; nothing if it has none.
function Read-Property($Object, [string[]]$Names) {
  if ($null -eq $Object) { return $null }
  foreach ($name in $Names) {
    $property = $Object.PSObject.Properties[$name]
    if ($property) { return $property.Value }
  }
  return $null
}

function Get-Text($Value) { if ($null -eq $Value -or "$Value" -eq '') { return 'unknown' } else { return "$Value" } }
function Get-Count($Value) { if ($null -eq $Value -or "$Value" -notmatch '^\d+$') { return 'unknown' } else { return [long]"$Value" } }
function Get-Switch($Value) {
  if ("$Value" -match '^(1|on|enabled|rx & tx enabled|true)$') { return 'on' }
  if ("$Value" -match '^(0|off|disabled|false)$') { return 'off' }
  return 'unknown'
}

function Get-Guest {
  $system = Get-CimInstance Win32_OperatingSystem
  $processor = Get-CimInstance Win32_Processor | Select-Object -First 1
  $congestion = Get-NetTCPSetting -SettingName Internet -ErrorAction SilentlyContinue
  return [ordered]@{
    os = 'windows'
    osVersion = Get-Text $system.Caption
    kernel = Get-Text $system.Version
    architecture = Get-Text $env:PROCESSOR_ARCHITECTURE
    cpuModel = Get-Text $processor.Name
    vcpus = [Environment]::ProcessorCount
    cpusAllowed = 'unknown'
    congestionControl = Get-Text $(if ($congestion) { "$($congestion.CongestionProvider)".ToLowerInvariant() })
    clockSource = 'unknown'
  }
}

function Get-Hypervisor {
  $machine = Get-CimInstance Win32_ComputerSystem
  $vendor = switch -Regex ("$($machine.Manufacturer)") {
    '^VMware' { 'vmware' }
    '^QEMU|^Red Hat' { 'qemu' }
    '^Microsoft' { 'microsoft' }
    '^Xen' { 'xen' }
    '^innotek|^Oracle' { 'oracle' }
    '^Amazon' { 'amazon' }
    '^Google' { 'google' }
    default { if ($machine.HypervisorPresent) { 'unknown' } else { 'none' } }
  }
  return [ordered]@{ vendor = "$vendor"; product = Get-Text $machine.Model; version = 'unknown' }
}

# The atlas's id of the adapter behind the driver, and why we think so.
function Get-AdapterIdentity($Adapter) {
  $driver = [IO.Path]::GetFileNameWithoutExtension("$($Adapter.DriverFileName)").ToLowerInvariant()
  $description = "$($Adapter.InterfaceDescription)"
  $id = 'unknown'
  if ($driver -match '^vmxnet3') { $id = 'vmxnet3' }
  elseif ($driver -eq 'netkvm') { $id = 'virtio-net' }
  elseif ($driver -match '^e1g' -or $description -match 'PRO/1000 MT') { $id = 'e1000' }
  elseif ($description -match '82574L') { $id = 'e1000e' }
  elseif ($description -match 'RTL8139') { $id = 'rtl8139' }
  elseif ($description -match 'Virtual Function') { $id = 'sriov' }
  $basis = if ($id -eq 'unknown') { "driver $(Get-Text $driver) belongs to no adapter of the atlas" } else { "driver $driver, $description" }
  return [ordered]@{ id = $id; basis = $basis }
}

function Get-InterfaceState([string]$Name) {
  $adapter = Get-NetAdapter -Name $Name
  $properties = @{}
  foreach ($property in (Get-NetAdapterAdvancedProperty -Name $Name -ErrorAction SilentlyContinue)) {
    if ($property.RegistryKeyword) { $properties["$($property.RegistryKeyword)"] = "$($property.RegistryValue)" }
  }
  $setting = { param($Key) if ($properties.ContainsKey($Key)) { $properties[$Key] } else { $null } }
  $rss = Get-NetAdapterRss -Name $Name -ErrorAction SilentlyContinue
  $rsc = Get-NetAdapterRsc -Name $Name -ErrorAction SilentlyContinue
  $lso = Get-NetAdapterLso -Name $Name -ErrorAction SilentlyContinue
  $checksum = Get-NetAdapterChecksumOffload -Name $Name -ErrorAction SilentlyContinue
  $hardware = Get-NetAdapterHardwareInfo -Name $Name -ErrorAction SilentlyContinue
  $queues = if (Read-Property $rss 'Enabled') { Get-Count (Read-Property $rss 'NumberOfReceiveQueues') } else { 'unknown' }
  $interface = [ordered]@{
    name = Get-Text $Name
    driver = Get-Text ([IO.Path]::GetFileNameWithoutExtension("$($adapter.DriverFileName)"))
    driverVersion = Get-Text (Read-Property $adapter 'DriverVersionString', 'DriverVersion')
    firmware = 'unknown'
    busInfo = Get-Text $(if ($hardware) {
        '{0:x4}:{1:x2}:{2:x2}.{3}' -f [int](Read-Property $hardware 'SegmentNumber', 'Segment'), [int](Read-Property $hardware 'BusNumber', 'Bus'), [int](Read-Property $hardware 'DeviceNumber', 'Device'), [int](Read-Property $hardware 'FunctionNumber', 'Function')
      })
    mtu = Get-Count (Read-Property $adapter 'MtuSize')
    linkSpeedMbps = Get-Count ([math]::Floor((Read-Property $adapter 'Speed') / 1e6))
    offloads = [ordered]@{
      tso = Get-Switch (Read-Property $lso 'IPv4Enabled')
      gso = 'unknown'
      gro = 'unknown'
      lro = Get-Switch (Read-Property $rsc 'IPv4Enabled')
      rxChecksum = Get-Switch $(if ($checksum) { "$(Read-Property $checksum 'TcpIPv4Enabled')" -match 'Rx' })
      txChecksum = Get-Switch $(if ($checksum) { "$(Read-Property $checksum 'TcpIPv4Enabled')" -match 'Tx' })
    }
    queues = [ordered]@{ rx = $queues; tx = 'unknown'; combined = 'unknown'; combinedMaximum = 'unknown' }
    rings = [ordered]@{
      rx = Get-Count (& $setting '*ReceiveBuffers')
      tx = Get-Count (& $setting '*TransmitBuffers')
      rxMaximum = 'unknown'
      txMaximum = 'unknown'
    }
    coalescing = [ordered]@{
      adaptiveRx = Get-Switch (& $setting '*InterruptModeration')
      adaptiveTx = 'unknown'
      rxUsecs = 'unknown'
      rxFrames = 'unknown'
      txUsecs = 'unknown'
      txFrames = 'unknown'
    }
  }
  return @{ adapter = Get-AdapterIdentity $adapter; interface = $interface; macAddress = "$($adapter.MacAddress)" }
}

# ---- counters

function Get-NetworkCounters([string]$Name) {
  $statistics = Get-NetAdapterStatistics -Name $Name -ErrorAction SilentlyContinue
  if (-not $statistics) { return @{} }
  return @{
    rxPackets = [double]($statistics.ReceivedUnicastPackets + $statistics.ReceivedMulticastPackets + $statistics.ReceivedBroadcastPackets)
    txPackets = [double]($statistics.SentUnicastPackets + $statistics.SentMulticastPackets + $statistics.SentBroadcastPackets)
    rxBytes = [double]$statistics.ReceivedBytes; txBytes = [double]$statistics.SentBytes
    rxDropped = [double]$statistics.ReceivedDiscardedPackets; txDropped = [double]$statistics.OutboundDiscardedPackets
    rxErrors = [double]$statistics.ReceivedPacketErrors; txErrors = [double]$statistics.OutboundPacketErrors
  }
}

function Get-Counters([string]$Name) {
  $counters = @{ seconds = [Diagnostics.Stopwatch]::GetTimestamp() / [Diagnostics.Stopwatch]::Frequency; cpu = @{} }
  # Raw values in units of 100 ns, of each processor and of _Total.
  foreach ($one in (Get-CimInstance Win32_PerfRawData_PerfOS_Processor)) {
    $counters.cpu["$($one.Name)"] = @{
      total = [double]$one.Timestamp_Sys100NS; idle = [double]$one.PercentProcessorTime; user = [double]$one.PercentUserTime
      kernel = [double]$one.PercentPrivilegedTime; irq = [double]$one.PercentInterruptTime; dpc = [double]$one.PercentDPCTime
      interrupts = [double]$one.InterruptsPersec
    }
  }
  $counters.switches = [double](Get-CimInstance Win32_PerfRawData_PerfOS_System).ContextSwitchesPersec
  $counters.network = Get-NetworkCounters $Name
  $tcp = [Net.NetworkInformation.IPGlobalProperties]::GetIPGlobalProperties().GetTcpIPv4Statistics()
  $counters.retransmits = [double]$tcp.SegmentsResent
  return $counters
}

function Compare-Counters($Before, $After) {
  $change = { param($Key) if ($Before.network.ContainsKey($Key) -and $After.network.ContainsKey($Key)) { [long]($After.network[$Key] - $Before.network[$Key]) } else { 'unknown' } }
  $network = [ordered]@{}
  foreach ($key in 'rxPackets', 'txPackets', 'rxBytes', 'txBytes', 'rxDropped', 'txDropped', 'rxErrors', 'txErrors') { $network[$key] = & $change $key }
  $network.udpSocketDrops = 'unknown'
  $network.tcpRetransmits = [long]($After.retransmits - $Before.retransmits)
  $total = @{ busy = 0.0; user = 0.0; kernel = 0.0; irq = 0.0; dpc = 0.0; interrupts = 0.0 }
  $busiest = 0.0
  $cpus = 0
  foreach ($name in $After.cpu.Keys) {
    if ($name -eq '_Total' -or -not $Before.cpu.ContainsKey($name)) { continue }
    $from = $Before.cpu[$name]
    $to = $After.cpu[$name]
    $span = $to.total - $from.total
    if ($span -le 0) { continue }
    $cpus += 1
    $busy = 100 - 100 * ($to.idle - $from.idle) / $span
    $busiest = [math]::Max($busiest, $busy)
    $total.busy += $busy
    foreach ($key in 'user', 'kernel', 'irq', 'dpc') { $total[$key] += 100 * ($to[$key] - $from[$key]) / $span }
    $total.interrupts += $to.interrupts - $from.interrupts
  }
  foreach ($key in 'busy', 'user', 'kernel', 'irq', 'dpc') { if ($cpus -gt 0) { $total[$key] /= $cpus } }
  $end = [ordered]@{}
  if ($cpus -gt 0) {
    $seconds = $After.seconds - $Before.seconds
    $busy = [math]::Max(0, [math]::Min(100, $total.busy))
    $work = $seconds * $cpus * $busy / 100
    $moved = if ($network.rxBytes -is [long]) { $network.rxBytes + $network.txBytes } else { 0 }
    $packets = if ($network.rxPackets -is [long]) { $network.rxPackets + $network.txPackets } else { 0 }
    $end.cpu = [ordered]@{
      source = 'performance-counters'; cpus = $cpus; seconds = [math]::Round($seconds, 3); busyPercent = [math]::Round($busy, 3)
      userPercent = [math]::Round($total.user, 3); systemPercent = [math]::Round([math]::Max(0, $total.kernel - $total.irq - $total.dpc), 3)
      irqPercent = [math]::Round($total.irq, 3); softirqPercent = [math]::Round($total.dpc, 3); stealPercent = 'unknown'
      busiestCpuPercent = [math]::Round([math]::Max(0, $busiest), 3); busyCpus = [math]::Round($cpus * $busy / 100, 4)
      secondsPerGbit = $(if ($moved -gt 0) { [math]::Round($work / ($moved * 8 / 1e9), 6) } else { 'unknown' })
      microsecondsPerPacket = $(if ($packets -gt 0) { [math]::Round(1e6 * $work / $packets, 6) } else { 'unknown' })
    }
  }
  $end.network = $network
  $end.interrupts = [ordered]@{
    total = $(if ($cpus -gt 0) { [long]$total.interrupts } else { 'unknown' }); contextSwitches = [long]($After.switches - $Before.switches)
    netRxSoftirqs = 'unknown'; netTxSoftirqs = 'unknown'; queues = @()
  }
  $end.statistics = @()
  return $end
}

# ---- the other end, if it runs with -Serve or --serve: iperf3 sends its state as a file

# Lines of kind, owner, name and value, separated by tabs; nothing if the other end serves none.
function Get-PeerState([string]$Address) {
  if (-not $script:ToolFiles.iperf3) { return $null }
  $file = [IO.Path]::GetTempFileName()
  try {
    $arguments = @('-c', $Address, '-p', "$($Ports.peer)", '-R', '-F', "`"$file`"", '-n', "$StateSize", '-J')
    $null = Invoke-Tool $script:ToolFiles.iperf3 $arguments 0 5
    # Filled up with line breaks to its size.
    $lines = @([IO.File]::ReadAllText($file).TrimEnd("`n") -split "`n")
  } catch {
    return $null
  } finally {
    Remove-Item -LiteralPath $file -ErrorAction SilentlyContinue
  }
  $state = @{ counters = @{}; texts = @{}; addresses = @{}; tick = ''; whole = $false }
  foreach ($line in $lines) {
    $kind, $owner, $name, $value = $line -split "`t", 4
    switch ($kind) {
      'json' { $state.texts["$name $owner"] = $(if ($value -like '{*') { $value | ConvertFrom-Json } else { 'unknown' }) }
      'address' { $state.addresses[$value] = $owner }
      'tick' { $state.tick = $value }
      'end' { $state.whole = $true }
      { $_ -in 'cpu', 'busy', 'count', 'net', 'interrupt', 'statistic' } {
        $state.counters["$kind`t$owner`t$name"] = [double]::Parse($value, $Invariant)
      }
    }
  }
  if ($state.whole) { return $state }
  return $null
}

# The state is written once a second: the first one with a new number was taken after this moment.
function Get-LaterPeerState([string]$Address) {
  $first = Get-PeerState $Address
  for ($try = 1; $first -and $try -le 4; $try++) {
    Start-Sleep -Seconds 1
    $later = Get-PeerState $Address
    if ($later -and $later.tick -ne $first.tick) { return $later }
  }
  return $null
}

# The settings of the other end, and the name of its interface.
function Get-Peer([string]$Address) {
  $state = Get-PeerState $Address
  if (-not $state) { return @{ nic = ''; settings = [ordered]@{ source = 'none' } } }
  $nic = if ($state.addresses.ContainsKey($Address)) { $state.addresses[$Address] } else { '' }
  $settings = [ordered]@{ source = 'serve' }
  foreach ($name in 'guest', 'hypervisor', 'adapter', 'interface') {
    $key = if ($name -in 'guest', 'hypervisor') { "- $name" } else { "$nic $name" }
    $settings[$name] = $(if ($state.texts.ContainsKey($key)) { $state.texts[$key] } else { 'unknown' })
  }
  return @{ nic = $nic; settings = $settings }
}

# What changed at the other end, in the form of Compare-Counters.
function Compare-PeerStates($Before, $After, [string]$Nic) {
  $change = @{}
  foreach ($key in $After.counters.Keys) {
    if ($Before.counters.ContainsKey($key)) {
      $difference = $After.counters[$key] - $Before.counters[$key]
      if ($difference -ge 0) { $change[$key] = $difference }
    }
  }
  $of = { param($Key) if ($change.ContainsKey($Key)) { $change[$Key] } else { 0.0 } }
  $count = { param($Key) if ($change.ContainsKey($Key)) { [long]$change[$Key] } else { 'unknown' } }
  $list = {
    param($Kind)
    , @($change.Keys | Where-Object { $_ -like "$Kind`t$Nic`t*" -and $change[$_] -gt 0 } | Sort-Object | ForEach-Object {
        [ordered]@{ name = ($_ -split "`t")[2]; count = [long]$change[$_] }
      })
  }
  $end = [ordered]@{}
  $clock = @($After.counters.Keys | Where-Object { $_ -like "cpu`t*`thertz" }) | Select-Object -First 1
  if ($clock) {
    $source = ($clock -split "`t")[1]
    $hertz = $After.counters[$clock]
    $ticks = @{}
    foreach ($name in 'user', 'nice', 'system', 'irq', 'softirq', 'idle', 'iowait', 'steal') { $ticks[$name] = & $of "cpu`t$source`t$name" }
    $hasSteal = $change.ContainsKey("cpu`t$source`tsteal")
    $work = $ticks.user + $ticks.nice + $ticks.system + $ticks.irq + $ticks.softirq
    $total = $work + $ticks.idle + $ticks.iowait + $ticks.steal
    $names = @($change.Keys | Where-Object { $_ -like "busy`t*`ttotal" } | ForEach-Object { ($_ -split "`t")[1] })
    $cpus = [math]::Max(1, $names.Count)
    $busiest = 0.0
    foreach ($name in $names) {
      $span = $change["busy`t$name`ttotal"]
      if ($span -gt 0) { $busiest = [math]::Max($busiest, 100 * (& $of "busy`t$name`tbusy") / $span) }
    }
    if ($total -gt 0) {
      $moved = (& $of "net`t$Nic`trx_bytes") + (& $of "net`t$Nic`ttx_bytes")
      $packets = (& $of "net`t$Nic`trx_packets") + (& $of "net`t$Nic`ttx_packets")
      $share = { param($Part) [math]::Round(100 * $Part / $total, 3) }
      $end.cpu = [ordered]@{
        source = $source; cpus = $cpus; seconds = [math]::Round($total / $hertz / $cpus, 3); busyPercent = & $share $work
        userPercent = & $share ($ticks.user + $ticks.nice); systemPercent = & $share $ticks.system; irqPercent = & $share $ticks.irq
        softirqPercent = $(if ($hasSteal) { & $share $ticks.softirq } else { 'unknown' })
        stealPercent = $(if ($hasSteal) { & $share $ticks.steal } else { 'unknown' })
        busiestCpuPercent = [math]::Round($busiest, 3); busyCpus = [math]::Round($cpus * $work / $total, 4)
        secondsPerGbit = $(if ($moved -gt 0) { [math]::Round($work / $hertz / ($moved * 8 / 1e9), 6) } else { 'unknown' })
        microsecondsPerPacket = $(if ($packets -gt 0) { [math]::Round(1e6 * $work / $hertz / $packets, 6) } else { 'unknown' })
      }
    }
  }
  $end.network = [ordered]@{
    rxPackets = & $count "net`t$Nic`trx_packets"; txPackets = & $count "net`t$Nic`ttx_packets"
    rxBytes = & $count "net`t$Nic`trx_bytes"; txBytes = & $count "net`t$Nic`ttx_bytes"
    rxDropped = & $count "net`t$Nic`trx_dropped"; txDropped = & $count "net`t$Nic`ttx_dropped"
    rxErrors = & $count "net`t$Nic`trx_errors"; txErrors = & $count "net`t$Nic`ttx_errors"
    udpSocketDrops = & $count "count`t-`tudpSocketDrops"; tcpRetransmits = & $count "count`t-`ttcpRetransmits"
  }
  $end.interrupts = [ordered]@{
    total = & $count "count`t-`tinterrupts"; contextSwitches = & $count "count`t-`tcontextSwitches"
    netRxSoftirqs = & $count "count`t-`tnetRxSoftirqs"; netTxSoftirqs = & $count "count`t-`tnetTxSoftirqs"
    queues = & $list 'interrupt'
  }
  $end.statistics = & $list 'statistic'
  return $end
}

# Reasons at the other end to doubt a repetition: stolen time, and drops of more than a share of the packets.
function Get-PeerMarks($End, [string]$Way, [double]$Share = 0.0001) {
  $marks = @()
  if ($End.Contains('cpu') -and $End.cpu.stealPercent -isnot [string] -and $End.cpu.stealPercent -gt $StealLimit) { $marks += 'peer-steal' }
  $amount = { param($Value) if ($Value -is [string]) { 0 } else { $Value } }
  $network = $End.network
  if ($Way -eq 'receive') {
    $lost = & $amount $network.txDropped
    $passed = & $amount $network.txPackets
  } else {
    $lost = (& $amount $network.rxDropped) + (& $amount $network.udpSocketDrops)
    $passed = & $amount $network.rxPackets
  }
  if ($lost -gt $Share * $passed) { $marks += 'peer-drops' }
  return $marks
}

# ---- the session and its files

# Appends a line and waits until the disk has it.
function Add-Line([string]$Text) {
  $stream = [IO.File]::Open($script:Journal, 'Append', 'Write', 'Read')
  $start = $stream.Length
  try {
    $bytes = [Text.Encoding]::UTF8.GetBytes("$Text`n")
    $stream.Write($bytes, 0, $bytes.Length)
    $stream.Flush($true)
  } catch {
    $problem = $_.Exception.Message
    # A full disk leaves no torn line.
    try { $stream.SetLength($start) } catch { Write-Note "the last line of $script:Journal may be torn" }
    throw "$script:Journal cannot be written: $problem"
  } finally {
    $stream.Dispose()
  }
}

# Messages of tools and of Windows name hosts, addresses and folders.
function Hide-Private([string]$Text, $Sides) {
  if ($IncludePrivate) { return $Text }
  $Text = $Text.Replace($script:Journal, [IO.Path]::GetFileName($script:Journal))
  $names = @($Target -split ',') + @($Sides.Values | ForEach-Object { $_.address; $_.source }) + $env:COMPUTERNAME
  foreach ($name in ($names | Where-Object { $_ })) {
    $Text = $Text -replace "(?<![\w-])$([regex]::Escape($name))(?![\w-])", 'HOST'
  }
  return $Text -replace '\d+\.\d+\.\d+\.\d+', 'HOST'
}

function ConvertTo-Line($Value) { return ($Value | ConvertTo-Json -Depth 12 -Compress) }

function Get-Records([string]$Kind) {
  $found = @()
  foreach ($line in [IO.File]::ReadAllLines($script:Journal)) {
    if ($line -match "^\{`"record`":`"$Kind`".*\}$") { $found += ($line | ConvertFrom-Json) }
  }
  return $found
}

function Remove-TornLine {
  $text = [IO.File]::ReadAllText($script:Journal)
  if ($text -ne '' -and -not $text.EndsWith("`n")) {
    [IO.File]::WriteAllText($script:Journal, $text.Substring(0, $text.LastIndexOf("`n") + 1))
  }
}

function Get-TQuantile([double]$Freedom) {
  $table = 12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120, 2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042
  $Freedom = [math]::Max(1, $Freedom)
  if ($Freedom -gt 30) { return 1.96 + 2.4 / $Freedom }
  $below = [int][math]::Floor($Freedom)
  if ($Freedom -eq $below) { return $table[$below - 1] }
  # Between two entries its logarithm is nearly linear in 1 / freedom.
  $share = (1 / $Freedom - 1 / ($below + 1)) * $below * ($below + 1)
  return [math]::Exp($share * [math]::Log($table[$below - 1]) + (1 - $share) * [math]::Log($table[$below]))
}

function Get-Moments([double[]]$Values) {
  $mean = ($Values | Measure-Object -Average).Average
  $squares = 0.0
  foreach ($value in $Values) { $squares += ($value - $mean) * ($value - $mean) }
  $error2 = if ($Values.Count -gt 1) { $squares / ($Values.Count - 1) / $Values.Count } else { 0.0 }
  return @{ mean = $mean; error2 = $error2; count = $Values.Count }
}

# Logarithms of the units of replication: of block means in a session with blocks, otherwise of repetitions.
function Get-Units($Repetitions) {
  if ($script:BlockCount -gt 0) {
    return @($Repetitions | Group-Object block | ForEach-Object { ($_.Group | ForEach-Object { [math]::Log($_.value) } | Measure-Object -Average).Average })
  }
  return @($Repetitions | ForEach-Object { [math]::Log($_.value) })
}

function Get-Summary {
  $summary = @()
  foreach ($group in (Get-Records 'repetition' | Group-Object -Property 'series', 'side')) {
    $values = @($group.Group | ForEach-Object { [double]$_.value } | Sort-Object)
    $moments = Get-Moments (Get-Units $group.Group)
    $middle = [int][math]::Floor($values.Count / 2)
    $median = if ($values.Count % 2) { $values[$middle] } else { ($values[$middle - 1] + $values[$middle]) / 2 }
    $half = if ($moments.count -gt 1) { (Get-TQuantile ($moments.count - 1)) * [math]::Sqrt($moments.error2) } else { 0 }
    $interval = if ($moments.count -gt 1) { , @([math]::Round([math]::Exp($moments.mean - $half), 3), [math]::Round([math]::Exp($moments.mean + $half), 3)) } else { $null }
    $summary += [ordered]@{
      series = $group.Group[0].series; side = $group.Group[0].side; count = $values.Count; units = $moments.count
      min = $values[0]; median = $median; mean = [math]::Round(($values | Measure-Object -Average).Average, 3)
      geometricMean = [math]::Round([math]::Exp($moments.mean), 3); max = $values[-1]; interval95 = $interval
    }
  }
  return $summary
}

# How many times side b is side a, as a logarithm, and half of its interval: in pairs if the sides took turns, or by Welch.
function Get-Ratio($Repetitions) {
  $a = @(Get-Units @($Repetitions | Where-Object { $_.side -eq 'a' }))
  $b = @(Get-Units @($Repetitions | Where-Object { $_.side -eq 'b' }))
  if ($a.Count -lt 2 -or $b.Count -lt 2) { return $null }
  if ($script:BlockCount -eq 0 -and $a.Count -eq $b.Count) {
    $apart = Get-Moments @(0..($a.Count - 1) | ForEach-Object { $b[$_] - $a[$_] })
    return @{ mean = $apart.mean; half = (Get-TQuantile ($apart.count - 1)) * [math]::Sqrt($apart.error2) }
  }
  $of = @((Get-Moments $a), (Get-Moments $b))
  $error2 = $of[0].error2 + $of[1].error2
  $parts = $of[0].error2 * $of[0].error2 / ($a.Count - 1) + $of[1].error2 * $of[1].error2 / ($b.Count - 1)
  $freedom = if ($parts -gt 0) { $error2 * $error2 / $parts } else { 1000 }
  return @{ mean = $of[1].mean - $of[0].mean; half = (Get-TQuantile $freedom) * [math]::Sqrt($error2) }
}

# Is one interval still wider than what was asked for? With two adapters, the interval of their ratio counts.
function Test-TooWide([double]$Limit) {
  $worst = 0.0
  foreach ($series in (Get-Records 'repetition' | Group-Object series)) {
    $ratio = Get-Ratio $series.Group
    $half = if ($ratio) { $ratio.half } else {
      $moments = Get-Moments (Get-Units $series.Group)
      (Get-TQuantile ($moments.count - 1)) * [math]::Sqrt($moments.error2)
    }
    $worst = [math]::Max($worst, 100 * ([math]::Exp($half) - 1))
  }
  if ($worst -gt $Limit) { Write-Note ('the widest interval is within {0:f2} %' -f $worst) }
  return $worst -gt $Limit
}

# Writes the result from the journal. What was measured is in the journal in any case.
function Write-Result([string]$Status, [string]$Reason) {
  $lines = @([IO.File]::ReadAllLines($script:Journal))
  $repetitions = @($lines | Where-Object { $_ -match '^\{"record":"repetition",.*\}$' } | ForEach-Object { $_.Replace('"record":"repetition",', '') })
  if ($repetitions.Count -eq 0) {
    Remove-Item -LiteralPath $script:Journal
    Write-Note 'no repetition ended, so no file is left behind'
    return
  }
  $now = Get-Time
  Add-Line (ConvertTo-Line ([ordered]@{ record = 'end'; at = $now; status = $Status; reason = $Reason }))
  $percent = if ($Until -ne '') { [double]::Parse($Until.TrimEnd('%'), $Invariant).ToString($Invariant) } else { 'null' }
  $session = ($lines[0] -replace '^\{"record":"session",', '{' -replace '\}$', '') -replace '("runs":)\d+,"untilPercent":[^,]*,("maximumRuns":)\d+', ('${1}' + $Runs + ',"untilPercent":' + $percent + ',${2}' + $MaxRuns)
  $sides = @($lines | Where-Object { $_ -match '^\{"record":"side",.*\}$' } | ForEach-Object { $_.Replace('"record":"side",', '') })
  $summary = @(Get-Summary)
  $text = @(
    "$session,"
    "`"finishedAt`":`"$now`",`"status`":`"$Status`",`"statusReason`":$(ConvertTo-Json $Reason),"
    '"sides":['
    ($sides -join ",`n")
    '],"repetitions":['
    ($repetitions -join ",`n")
    '],"summary":['
    (@($summary | ForEach-Object { ConvertTo-Line $_ }) -join ",`n")
    ']}'
    ''
  ) -join "`n"
  [IO.File]::WriteAllText("$script:OutputFile.new", $text, (New-Object Text.UTF8Encoding $false))
  Move-Item -LiteralPath "$script:OutputFile.new" -Destination $script:OutputFile -Force
  # Straight to the console: after Ctrl-C the pipeline takes nothing any more.
  foreach ($entry in $summary) {
    [Console]::Out.WriteLine(('{0,-24} {1}  median {2:f1}, 95 % interval of the mean {3}, {4} runs' -f $entry.series, $entry.side, $entry.median, ($entry.interval95 -join ' to '), $entry.count))
  }
  foreach ($series in (Get-Records 'repetition' | Group-Object series)) {
    $ratio = Get-Ratio $series.Group
    if ($ratio) {
      $ends = @(0, -1, 1 | ForEach-Object { [math]::Exp($ratio.mean + $_ * $ratio.half).ToString('f3', $Invariant) })
      [Console]::Out.WriteLine("$($series.Name): b is $($ends[0]) times a, 95 % interval $($ends[1]) to $($ends[2])")
    }
  }
  [Console]::Out.WriteLine("result: $script:OutputFile")
  if ($Status -ne 'complete') { Write-Note "$($repetitions.Count) repetitions are kept in $script:Journal`: continue with -Resume `"$script:Journal`" -Target HOST" }
}

# ---- measuring

# Runs a tool and gives its output; ends it if the other end goes silent.
function Invoke-Tool([string]$File, [string[]]$Arguments, [int]$Seconds, [int]$Grace = 15) {
  $out = [IO.Path]::GetTempFileName()
  $err = [IO.Path]::GetTempFileName()
  try {
    $process = Start-Process -FilePath $File -ArgumentList $Arguments -NoNewWindow -PassThru -RedirectStandardOutput $out -RedirectStandardError $err
    # The handle must be read once, or the exit code is lost.
    $null = $process.Handle
    $limit = $Seconds + $Grace
    if (-not $process.WaitForExit($limit * 1000)) {
      $process.Kill()
      throw "the other end went silent: $([IO.Path]::GetFileName($File)) had not ended after $limit s"
    }
    return @{ status = $process.ExitCode; text = [IO.File]::ReadAllText($out); problem = [IO.File]::ReadAllText($err) }
  } finally {
    Remove-Item -LiteralPath $out, $err -ErrorAction SilentlyContinue
  }
}

function Invoke-Iperf3($Side, [string[]]$Arguments, [int]$Seconds) {
  $all = @('-J', '-c', $Side.address, '-p', "$($Ports.iperf3)") + $Arguments
  $run = Invoke-Tool $script:ToolFiles.iperf3 $all $Seconds
  try { $json = $run.text | ConvertFrom-Json } catch { throw "iperf3 ended with status $($run.status): $($run.problem.Trim())" }
  if ($json.PSObject.Properties['error']) { throw "iperf3 reports `"$($json.error)`"" }
  return $json
}

function Measure-Iperf3($Series, $Side) {
  $arguments = @('-t', "$Duration", '-P', "$($Series.streams)")
  if ($WarmUp -gt 0) { $arguments += '-O', "$WarmUp" }
  if ($Series.direction -eq 'receive') { $arguments += '-R' }
  $json = Invoke-Iperf3 $Side $arguments ($Duration + $WarmUp)
  $retransmits = if ($json.end.sum_sent.PSObject.Properties['retransmits']) { Get-Count $json.end.sum_sent.retransmits } else { 'unknown' }
  return @{
    value = $json.end.sum_received.bits_per_second / 1e6; seconds = $json.end.sum_received.seconds; retransmits = $retransmits
    command = "iperf3 -J -c TARGET -p $($Ports.iperf3) $($arguments -join ' ')"; protocol = 'TCP'; messageBytes = 'unknown'
    cpu = @($json.end.cpu_utilization_percent.host_total, $json.end.cpu_utilization_percent.remote_total)
  }
}

# NTttcp counts megabytes of 1,048,576 bytes, so its bytes and seconds are used instead.
function Measure-Ntttcp($Series, $Side) {
  $file = [IO.Path]::GetTempFileName()
  $arguments = @('-s', '-m', "$($Series.streams),*,$($Side.address)", '-l', '64k', '-p', "$($Ports.ntttcp)", '-t', "$Duration", '-wu', "$WarmUp", '-cd', '3', '-xml', "`"$file`"")
  try {
    $run = Invoke-Tool $script:ToolFiles.ntttcp $arguments ($Duration + $WarmUp + 3)
    if ($run.status -ne 0) { throw "ntttcp ended with status $($run.status): $($run.problem.Trim())" }
    $root = ([xml][IO.File]::ReadAllText($file)).DocumentElement
  } finally {
    Remove-Item -LiteralPath $file -ErrorAction SilentlyContinue
  }
  $read = {
    param($Name)
    $nodes = @($root.ChildNodes | Where-Object { $_.LocalName -eq $Name })
    if ($nodes.Count -eq 0) { throw "ntttcp wrote no $Name" }
    [double]::Parse($nodes[0].InnerText.Trim(), $Invariant)
  }
  $bytes = & $read 'total_bytes'
  $unit = @($root.ChildNodes | Where-Object { $_.LocalName -eq 'total_bytes' })[0].GetAttribute('metric')
  if ($unit -eq 'MB') { $bytes *= 1048576 }
  $seconds = & $read 'realtime'
  return @{
    value = $bytes * 8 / $seconds / 1e6; seconds = $seconds; retransmits = [long](& $read 'packets_retransmitted')
    command = "ntttcp.exe $(($arguments[0..($arguments.Count - 3)] -join ' ').Replace($Side.address, 'TARGET'))"
    protocol = 'TCP'; messageBytes = 65536; cpu = @((& $read 'cpu'), 'unknown')
  }
}

# Microsoft says not to start Latte from PowerShell; cmd.exe starts it here.
function Measure-Latte($Series, $Side) {
  $arguments = "-c -a $($Side.address):$($Ports.latte) -i 65100"
  $run = Invoke-Tool $env:ComSpec @('/c', "`"`"$($script:ToolFiles.latte)`" $arguments`"") ($Duration + 60)
  if ($run.text -notmatch 'Latency\(usec\)\s+([\d.]+)') { throw "latte gave no latency: $($run.text.Trim()) $($run.problem.Trim())" }
  $latency = [double]::Parse($Matches[1], $Invariant)
  $iterations = if ($run.text -match 'Iterations\s+(\d+)') { [double]$Matches[1] } else { 65100 }
  $unknown = [ordered]@{ min = 'unknown'; mean = $latency; p50 = 'unknown'; p90 = 'unknown'; p99 = 'unknown'; p999 = 'unknown'; p9999 = 'unknown'; max = 'unknown' }
  return @{
    value = 1e6 / $latency; seconds = $iterations * $latency / 1e6; retransmits = 'unknown'; latency = $unknown
    command = "latte.exe -c -a TARGET:$($Ports.latte) -i 65100"; protocol = 'TCP'; messageBytes = 4; cpu = @('unknown', 'unknown')
  }
}

# One trial of the search for the loss-free rate; 0 is as fast as it goes.
function Invoke-Trial($Series, $Side, [long]$Rate, [int]$Seconds) {
  $arguments = @('-u', '-l', "$PacketBytes", '-b', "$($Rate * $PacketBytes * 8)", '-t', "$Seconds")
  if ($Series.direction -eq 'receive') { $arguments += '-R' }
  $json = Invoke-Iperf3 $Side $arguments $Seconds
  $sum = $json.end.sum
  $sent = if ($json.end.PSObject.Properties['sum_sent']) { $json.end.sum_sent } else { $sum }
  # Some of the packets of end.sum may have been under way at the end, neither lost nor received.
  $received = $json.end.PSObject.Properties['sum_received']
  if ($received -and $received.Value.PSObject.Properties['packets']) { $sum = $received.Value }
  if ($sum.packets -le 0) { throw 'iperf3 counted no packets' }
  $lost = [math]::Max(0, $sum.lost_packets)
  return @{
    asked = $Rate; sent = $sent.packets / $sent.seconds; lost = 100.0 * $lost / $sum.packets; delivered = ($sum.packets - $lost) / $sent.seconds
    seconds = $sent.seconds; command = "iperf3 -J -c TARGET -p $($Ports.iperf3) $($arguments -join ' ')"
    cpu = @($json.end.cpu_utilization_percent.host_total, $json.end.cpu_utilization_percent.remote_total)
  }
}

# The next step of a bisection: what passed below, what failed above, and where to try next.
function Get-NextTrial($Trials, [double]$Limit) {
  $refuted = @($Trials | Where-Object { $_.lost -gt $Limit -and $_.verified } | ForEach-Object { $_.asked })
  $passed = @($Trials | Where-Object { $_.lost -le $Limit -and $refuted -notcontains $_.asked })
  $passedRates = @($passed | ForEach-Object { $_.asked })
  $failed = @($Trials | Where-Object { $_.lost -gt $Limit -and $passedRates -notcontains $_.asked })
  if ($failed.Count -eq 0) { return @{ verify = $true; rate = 0 } }
  $lowest = $failed | Sort-Object { if ($_.asked -eq 0) { $_.sent } else { $_.asked } } | Select-Object -First 1
  $high = if ($lowest.asked -eq 0) { $lowest.sent } else { $lowest.asked }
  $best = $passed | Where-Object { $_.sent -lt $high } | Sort-Object { $_.sent } | Select-Object -Last 1
  if ($high -lt 10) { throw "more than $Limit % is lost even at $high packets/s" }
  if ($best -and ($high - $best.sent) -le $Resolution / 100 * $high) { return @{ verify = $true; rate = $best.asked } }
  if ($best) { $guess = ($best.sent + $high) / 2 }
  elseif ($failed.Count -eq 1 -and $lowest.delivered -gt 0) { $guess = [math]::Min($lowest.delivered * 0.98, $high * 0.9) }
  else { $guess = $high / 2 }
  $guess = [long][math]::Max(1, [math]::Floor($guess))
  if ($best -and ($guess -eq $best.asked -or $guess -le $best.sent)) { return @{ verify = $true; rate = $best.asked } }
  return @{ verify = $false; rate = $guess }
}

function Measure-Packets($Series, $Side) {
  $key = "$($Series.direction) $($Side.side) $script:Repetition"
  if ($script:TrialKey -ne $key) {
    $script:TrialKey = $key
    $script:TrialPeer = if ($Side.peerNic -ne '') { Get-PeerState $Side.address } else { $null }
    $script:Trials = @((Invoke-Trial $Series $Side 0 $Trial) + @{ verified = $false })
  }
  for ($step = 1; $step -le 40; $step++) {
    $next = Get-NextTrial $script:Trials $Series.lossLimitPercent
    if ($next.verify) { Start-Watch $Side }
    $trialRun = (Invoke-Trial $Series $Side $next.rate $(if ($next.verify) { $Duration } else { $Trial })) + @{ verified = $next.verify }
    $script:Trials += $trialRun
    if ($next.verify -and $trialRun.lost -le $Series.lossLimitPercent) {
      $generator = @($script:Trials | Where-Object { $_.lost -le $Series.lossLimitPercent -and ($_.asked -eq 0 -or $_.sent -lt 0.95 * $_.asked) }).Count -gt 0
      $search = [ordered]@{
        lossLimitPercent = $Series.lossLimitPercent; lossPercent = [math]::Round($trialRun.lost, 4)
        offeredPacketsPerSecond = [math]::Round($trialRun.sent, 3); trials = $script:Trials.Count; generatorLimited = $generator
      }
      $marks = if ($generator) { @('generator-limited') } else { @() }
      return @{
        value = $trialRun.delivered; seconds = $trialRun.seconds; retransmits = 'unknown'; search = $search; marks = $marks
        command = $trialRun.command; protocol = 'UDP'; messageBytes = $PacketBytes; cpu = $trialRun.cpu
      }
    }
    # A small loss may be an accident: the same rate has a second try.
    if (-not $next.verify -and $trialRun.lost -gt $Series.lossLimitPercent -and $trialRun.lost -le 10 * $Series.lossLimitPercent) {
      $script:Trials += (Invoke-Trial $Series $Side $next.rate $Trial) + @{ verified = $false }
    }
  }
  throw 'no stable rate was found in 40 steps: the loss does not depend on the rate alone'
}

function Get-Rounded($Value) {
  if ($null -eq $Value -or $Value -is [string] -or $Value -lt 0) { return 'unknown' }
  return [math]::Round([double]$Value, 3)
}

# Counters of both ends before what runs next.
function Start-Watch($Side) {
  $script:PeerBefore = if ($Side.peerNic -ne '') { Get-PeerState $Side.address } else { $null }
  $script:Before = Get-Counters $Side.name
}

# Nothing of this script runs meanwhile: what keeps the processors busy is other work.
function Wait-Pause($Side) {
  $script:Background = 0.0
  if ($Pause -eq 0) { return }
  $start = Get-Counters $Side.name
  Start-Sleep -Seconds $Pause
  $change = Compare-Counters $start (Get-Counters $Side.name)
  if ($change.Contains('cpu')) { $script:Background = $change.cpu.busyPercent }
}

function Measure-Once($Series, $Side) {
  $at = Get-Time
  Start-Watch $Side
  $measured = switch ("$($Series.tool)-$($Series.test)") {
    'iperf3-throughput' { Measure-Iperf3 $Series $Side }
    'ntttcp-throughput' { Measure-Ntttcp $Series $Side }
    'latte-request-response' { Measure-Latte $Series $Side }
    'iperf3-packets' { Measure-Packets $Series $Side }
  }
  $after = Get-Counters $Side.name
  if ($measured.value -le 0) { throw 'nothing arrived at the other end' }
  $peerAfter = if ($script:PeerBefore) { Get-LaterPeerState $Side.address } else { $null }
  $remote = if ($peerAfter) { Compare-PeerStates $script:PeerBefore $peerAfter $Side.peerNic } else { $null }
  $marks = @()
  if ($measured.ContainsKey('marks')) { $marks += $measured.marks }
  if ($script:Background -gt $BackgroundLimit) { $marks += 'background-load' }
  if ($remote) { $marks += @(Get-PeerMarks $remote $Series.direction) }
  # Packets that the other end lost while rates were tried say nothing about this adapter.
  if ($Series.test -eq 'packets' -and $peerAfter -and $script:TrialPeer -and $marks -notcontains 'peer-drops') {
    $searched = Compare-PeerStates $script:TrialPeer $peerAfter $Side.peerNic
    if (@(Get-PeerMarks $searched $Series.direction 0) -contains 'peer-drops') { $marks += 'peer-drops' }
  }
  if ($AllowLoopback) { $marks += 'loopback' }
  $script:Order += 1
  Add-Line (ConvertTo-Line ([ordered]@{
        record = 'repetition'; order = $script:Order; block = $script:Block; side = $Side.side; repetition = $script:Repetition
        series = $Series.series; test = $Series.test; direction = $Series.direction; streams = $Series.streams
        metric = $Series.metric; unit = $Series.unit; value = [math]::Round($measured.value, 3); at = $at
        seconds = Get-Rounded $measured.seconds; tool = $Series.tool; command = $measured.command; protocol = $measured.protocol
        messageBytes = $measured.messageBytes; retransmits = $measured.retransmits
        search = $(if ($measured.ContainsKey('search')) { $measured.search } else { $null })
        latencyMicroseconds = $(if ($measured.ContainsKey('latency')) { $measured.latency } else { $null })
        toolCpuPercent = [ordered]@{ local = Get-Rounded $measured.cpu[0]; remote = Get-Rounded $measured.cpu[1] }
        local = Compare-Counters $script:Before $after; remote = $remote; marks = $marks
      }))
}

# ---- the plan

function New-Series([string]$Id, [string]$Kind, [string]$Way, [int]$Count, $Limit, [string]$Metric, [string]$Unit, [string]$With) {
  return [ordered]@{
    series = $Id; status = 'measured'; test = $Kind; direction = $Way; streams = $Count; lossLimitPercent = $Limit
    metric = $Metric; unit = $Unit; better = 'higher'; tool = $With
  }
}

function New-Unknown([string]$Id, [string]$Reason) { return [ordered]@{ series = $Id; status = 'unknown'; reason = $Reason } }

function Get-Plan {
  $plan = @()
  foreach ($kind in $Test) {
    if ($kind -eq 'throughput') {
      $with = @('iperf3', 'ntttcp' | Where-Object { (Test-Planned $kind $_) -and $script:ToolFiles[$_] }) | Select-Object -First 1
      if (-not $with) { $plan += New-Unknown $kind 'neither iperf3.exe nor ntttcp.exe was found beside the script or on the path'; continue }
      foreach ($way in $Direction) {
        foreach ($count in $Streams) {
          if ($with -eq 'ntttcp' -and $way -eq 'receive') { $plan += New-Unknown "throughput-$way-$count" 'NTttcp measures what this end sends'; continue }
          # Each thread of a sender needs a receiving thread on a port of its own, and a receiver waits for all of its senders.
          if ($with -eq 'ntttcp' -and $count -ne 1) { $plan += New-Unknown "throughput-$way-$count" 'the receiver of NTttcp that -Serve starts takes one stream; use iperf3 for several'; continue }
          $plan += New-Series "throughput-$way-$count" $kind $way $count $null 'throughput' 'Mbit/s' $with
        }
      }
    } elseif ($kind -eq 'request-response') {
      if ((Test-Listed 'latte') -and $script:ToolFiles.latte) { $plan += New-Series $kind $kind 'both' 1 $null 'transactions' 'transactions/s' 'latte' }
      else { $plan += New-Unknown $kind 'latte.exe was not found beside the script or on the path' }
    } else {
      if (-not ((Test-Listed 'iperf3') -and $script:ToolFiles.iperf3)) { $plan += New-Unknown $kind 'iperf3.exe was not found beside the script or on the path'; continue }
      foreach ($way in $Direction) {
        foreach ($limit in $LossLimits) {
          $plan += New-Series "packets-$way-$($limit.ToString($Invariant))" $kind $way 1 $limit 'packets' 'packets/s' 'iperf3'
        }
      }
      $plan += New-Unknown 'latency-under-load' 'no tool of the kit measures it on Windows'
    }
  }
  return $plan
}

function Get-ToolVersion([string]$Name) {
  if ($Name -eq 'iperf3') { $run = Invoke-Tool $script:ToolFiles.iperf3 @('--version') 5; if ($run.text -match 'iperf (\S+)') { return $Matches[1] } }
  return Get-Text (Get-Item -LiteralPath $script:ToolFiles[$Name]).VersionInfo.FileVersion
}

# A B B A A B B A ...
function Get-BlockSide([int]$Number) { if ((0, 1) -contains ($Number % 4)) { return 'a' } else { return 'b' } }

# ---- this end as the other one: a file of the lines that vnic-validate.sh writes too

# Lines that stay the same while this end serves.
function Get-StateHead([string[]]$Names) {
  $lines = @("format`t-`tversion`t1", "json`tguest`t-`t$(ConvertTo-Line (Get-Guest))", "json`thypervisor`t-`t$(ConvertTo-Line (Get-Hypervisor))")
  foreach ($name in $Names) {
    $state = Get-InterfaceState $name
    $lines += "json`tadapter`t$name`t$(ConvertTo-Line $state.adapter)"
    $lines += "json`tinterface`t$name`t$(ConvertTo-Line $state.interface)"
    foreach ($address in (Get-NetIPAddress -InterfaceAlias $name -ErrorAction SilentlyContinue)) {
      $lines += "address`t$name`t-`t$($address.IPAddress -replace '%.*$')"
    }
  }
  return $lines
}

# Counters now, those of CPUs in hundredths of a second as /proc/stat has them.
function Get-StateCounters([string[]]$Names) {
  $counters = Get-Counters $Names[0]
  $number = { param($Value) ([double]$Value).ToString('F2', $Invariant) }
  $sum = [ordered]@{ user = 0.0; nice = 0.0; system = 0.0; idle = 0.0; iowait = 0.0; irq = 0.0; softirq = 0.0 }
  $interrupts = 0.0
  $lines = @()
  foreach ($name in $counters.cpu.Keys) {
    if ($name -eq '_Total') { continue }
    $one = $counters.cpu[$name]
    $sum.user += $one.user / 1e5
    $sum.system += ($one.kernel - $one.irq - $one.dpc) / 1e5
    $sum.idle += $one.idle / 1e5
    $sum.irq += $one.irq / 1e5
    $sum.softirq += $one.dpc / 1e5
    $interrupts += $one.interrupts
    $lines += "busy`tcpu$name`tbusy`t$(& $number (($one.total - $one.idle) / 1e5))"
    $lines += "busy`tcpu$name`ttotal`t$(& $number ($one.total / 1e5))"
  }
  $lines += "cpu`tperformance-counters`thertz`t100"
  foreach ($part in $sum.Keys) { $lines += "cpu`tperformance-counters`t$part`t$(& $number $sum[$part])" }
  $lines += "count`t-`tinterrupts`t$(& $number $interrupts)"
  $lines += "count`t-`tcontextSwitches`t$(& $number $counters.switches)"
  $lines += "count`t-`ttcpRetransmits`t$(& $number $counters.retransmits)"
  foreach ($name in $Names) {
    $network = Get-NetworkCounters $name
    foreach ($key in $network.Keys) {
      $lines += "net`t$name`t$($key.Insert(2, '_').ToLowerInvariant())`t$(& $number $network[$key])"
    }
  }
  return $lines
}

# Filled up with line breaks to a fixed size. A file that iperf3 is sending cannot be replaced: the next second tries again.
function Write-State([string]$File, [string[]]$Head, [string[]]$Names) {
  $script:Tick += 1
  $lines = $Head + "tick`t-`t-`t$($script:Tick)" + (Get-StateCounters $Names) + "end`t-`t-`t$($script:Tick)"
  $bytes = New-Object byte[] $StateSize
  for ($at = 0; $at -lt $StateSize; $at++) { $bytes[$at] = 10 }
  $text = [Text.Encoding]::UTF8.GetBytes(($lines -join "`n") + "`n")
  [Array]::Copy($text, $bytes, [math]::Min($text.Length, $StateSize))
  [IO.File]::WriteAllBytes("$File.new", $bytes)
  Move-Item -LiteralPath "$File.new" -Destination $File -Force -ErrorAction SilentlyContinue
}

# NTttcp and Latte end after each run, so they are started again.
function Start-Servers {
  if (-not $script:ToolFiles.iperf3) { Stop-Refused 'iperf3.exe was not found beside the script or on the path: -Serve needs it' }
  $commands = [ordered]@{ iperf3 = @($script:ToolFiles.iperf3, @('-s', '-p', "$($Ports.iperf3)")) }
  # Both sides name the receiver's address: of the named interface, else the only one that this machine has.
  $addresses = @(if ($Interface -ne '') { Get-NetIPAddress -InterfaceAlias $Interface -AddressFamily IPv4 } else {
      Get-NetIPAddress -AddressFamily IPv4 | Where-Object { $_.IPAddress -notmatch '^(127|169\.254)\.' }
    })
  if ($addresses.Count -eq 1 -or $Interface -ne '') {
    $own = $addresses[0].IPAddress
    if ($script:ToolFiles.ntttcp) {
      $commands.ntttcp = @($script:ToolFiles.ntttcp, @('-r', '-m', "1,*,$own", '-l', '64k', '-p', "$($Ports.ntttcp)", '-t', "$Duration", '-wu', "$WarmUp", '-cd', '3'))
    }
    # Microsoft says not to start Latte from PowerShell; cmd.exe starts it here.
    if ($script:ToolFiles.latte) { $commands.latte = @($env:ComSpec, @('/c', "`"`"$($script:ToolFiles.latte)`" -a $own`:$($Ports.latte) -i 65100`"")) }
  } else {
    Write-Note "this machine has $($addresses.Count) addresses: name an interface with -Interface to serve NTttcp and Latte too"
  }
  $names = @(if ($Interface -ne '') { $Interface } else { (Get-NetAdapter | Where-Object { $_.Status -eq 'Up' }).Name })
  $file = Join-Path ([IO.Path]::GetTempPath()) "vnic-validate-state-$PID"
  $script:Tick = 0
  if ($names.Count -gt 0) {
    $head = Get-StateHead $names
    Write-State $file $head $names
    $commands.counters = @($script:ToolFiles.iperf3, @('-s', '-p', "$($Ports.peer)", '-F', "`"$file`""))
  }
  Write-Note "serving $($commands.Keys -join ', '). Allow the ports in the firewall; stop with Ctrl-C when done"
  $servers = @{}
  try {
    while ($true) {
      foreach ($name in $commands.Keys) {
        if (-not $servers.ContainsKey($name) -or $servers[$name].HasExited) {
          $servers[$name] = Start-Process -FilePath $commands[$name][0] -ArgumentList $commands[$name][1] -NoNewWindow -PassThru
        }
      }
      Start-Sleep -Seconds 1
      if ($names.Count -gt 0) { Write-State $file $head $names }
    }
  } finally {
    foreach ($server in $servers.Values) { if (-not $server.HasExited) { $server.Kill() } }
    Remove-Item -LiteralPath $file, "$file.new" -ErrorAction SilentlyContinue
  }
}

function Main {
  if ($Help) { Show-Usage; return }
  if ($Version) { "vnic-validate.ps1 $ScriptVersion"; return }
  $script:Test = Read-List $Test @('throughput', 'request-response', 'packets') '-Test'
  $script:Direction = Read-List $Direction @('send', 'receive') '-Direction'
  $script:Tool = Read-List $Tool @('auto', 'iperf3', 'ntttcp', 'latte') '-Tool'
  Read-Ports
  # Started with -File, a list arrives as one text: as numbers, "1,4" would be 14.
  $script:Streams = @($Streams | ForEach-Object { $_ -split ',' } | Where-Object { $_ -ne '' })
  foreach ($count in $Streams) {
    if ($count -notmatch '^[1-9]\d?$') { Stop-Refused "-Streams $count`: expected whole numbers from 1 to 99" }
  }
  if ($Blocks -ne 0 -and $Blocks -lt 4) { Stop-Refused "-Blocks $Blocks`: fewer than two blocks of each adapter say nothing about the spread" }
  if (($A -eq '') -ne ($B -eq '')) { Stop-Refused '-A and -B belong together: name both interfaces' }
  if ($A -ne '' -and ($A -eq $B -or $Interface -ne '' -or $Blocks -gt 0)) { Stop-Refused '-A and -B need two interfaces, without -Interface and -Blocks' }
  if ($Until -ne '' -and $Blocks -gt 0) { Stop-Refused '-Until adds repetitions, but in blocks the block counts: use -Blocks with a larger number' }
  $script:ToolFiles = @{ iperf3 = Find-Tool 'iperf3'; ntttcp = Find-Tool 'ntttcp'; latte = Find-Tool 'latte' }
  if ($Serve) { Start-Servers; return }
  if ($Target -eq '') { Stop-Refused 'no target: name the host to measure against with -Target HOST. Nothing is sent without one.' }
  if ($Resume -ne '') {
    if ($Resume -notmatch '\.jsonl$') { Stop-Refused "-Resume `"$Resume`": expected the file that ends in .jsonl" }
    if (-not (Test-Path -LiteralPath $Resume)) { Stop-Refused "-Resume `"$Resume`": there is no such file" }
    $script:Journal = (Resolve-Path -LiteralPath $Resume).ProviderPath
    Restore-Session
  } else {
    $name = if ($Output -ne '') { $Output } else { "vnic-result-$([DateTime]::UtcNow.ToString('yyyyMMddTHHmmssZ', $Invariant)).json" }
    if ($name -notmatch '\.json$') { Stop-Refused "-Output `"$name`": the name must end in .json" }
    $full = $ExecutionContext.SessionState.Path.GetUnresolvedProviderPathFromPSPath($name)
    $script:Journal = $full -replace '\.json$', '.jsonl'
    foreach ($file in $full, $script:Journal) { if (Test-Path -LiteralPath $file) { Stop-Refused "$file exists and is never overwritten: choose another -Output, or continue with -Resume" } }
  }
  $script:OutputFile = $script:Journal -replace '\.jsonl$', '.json'
  $script:BlockCount = $Blocks
  $limit = 0.0
  if ($Until -ne '' -and (-not [double]::TryParse($Until.TrimEnd('%'), 'Float', $Invariant, [ref]$limit) -or $limit -le 0)) {
    Stop-Refused "-Until `"$Until`": expected a percentage above 0, for example -Until 2%"
  }
  if ($Streams.Count -eq 0) { $script:Streams = @(1, [math]::Min(8, [math]::Max(2, [Environment]::ProcessorCount))) }
  $targets = @($Target -split ',')
  if ($A -ne '') {
    $sides = @{ a = Find-Interface $targets[0] $A; b = Find-Interface $targets[-1] $B }
    $sides.a.side = 'a'
    $sides.b.side = 'b'
  } else {
    $only = Find-Interface $targets[0] $Interface
    $only.side = 'a'
    $sides = @{ a = $only }
  }
  $plan = @(Get-Plan)
  $series = @($plan | Where-Object { $_.status -eq 'measured' })
  if ($Resume -ne '') {
    foreach ($old in $script:OldSeries) {
      if (@($series | Where-Object { $_.series -eq $old.series -and $_.tool -eq $old.tool }).Count -eq 0) {
        Stop-Refused "$Resume has the series $($old.series), which cannot be measured now: put $($old.tool).exe beside the script"
      }
    }
    $series = @($series | Where-Object { @($script:OldSeries | ForEach-Object { $_.series }) -contains $_.series })
  }
  foreach ($missing in ($plan | Where-Object { $_.status -eq 'unknown' })) { Write-Note "leaves out $($missing.series): $($missing.reason)" }
  if ($series.Count -eq 0) { Stop-Refused 'nothing can be measured: put iperf3.exe, ntttcp.exe or latte.exe beside the script' }
  $planned = $series.Count * $Runs * $sides.Count * [math]::Max(1, $Blocks) * ($Duration + $WarmUp + $Pause)
  Write-Note "$($series.Count) series to $Target, about $([math]::Ceiling($planned / 60)) min or more; the result is $script:OutputFile"
  if ($Pause -eq 0) { Write-Note 'leaves out the mark background-load: other work is measured in the pause, and -Pause is 0' }
  if ($DryRun) { Write-Note 'dry run: nothing was sent, nothing was written'; return }
  Start-Session $plan $sides $series
  $status = 'interrupted'
  $reason = 'interrupted'
  $code = 130
  try {
    Measure-All $series $sides $limit
    $status = 'complete'
    $reason = ''
    $code = 0
    if ($Blocks -gt 0 -and $script:Block -lt $Blocks) {
      $status = 'interrupted'
      $reason = "block $script:Block of $Blocks is done"
      $code = 3
      Write-Note "$reason. The next block is of side $(Get-BlockSide ($script:Block + 1)): exchange the adapter if that differs, then continue with -Resume"
    }
  } catch {
    $status = 'failed'
    Write-Note "failed: $($_.Exception.Message)"
    $reason = Hide-Private "$($_.Exception.Message)" $sides
    $code = 1
  } finally {
    # Runs after Ctrl-C too.
    Write-Result $status $reason
  }
  exit $code
}

function Restore-Session {
  $sessions = @(Get-Records 'session')
  if ($sessions.Count -eq 0 -or $sessions[0].formatVersion -ne 2) { Stop-Refused "$Resume is no session of this script" }
  # Only now: another file is left as it is.
  Remove-TornLine
  $kind = $sessions[0].design.kind
  if ($kind -eq 'interleaved') {
    if ($Interface -ne '') { Stop-Refused "$Resume measures two adapters: leave -Interface out, or name both with -A and -B" }
  } elseif ($A -ne '') {
    Stop-Refused "$Resume measures one adapter at a time: leave -A and -B out, or begin another session with them"
  }
  if ($kind -eq 'blocks' -and $Until -ne '') {
    Stop-Refused "-Until adds repetitions, but $Resume has blocks, and in blocks the block counts: leave -Until out"
  }
  $method = $sessions[0].method
  # A session goes on with its own series, each with its own tool: values of two tools do not compare.
  $script:OldSeries = @($sessions[0].series | Where-Object { $_.status -eq 'measured' })
  $script:Tool = @($method.tools -split ' ')
  if ($sessions[0].privateIncluded) { $script:IncludePrivate = $true }
  $script:Test = @($method.tests)
  $script:Direction = @($method.directions)
  $script:Streams = @($method.streams)
  if (-not $Given.ContainsKey('Runs')) { $script:Runs = $method.runs }
  if (-not $Given.ContainsKey('MaxRuns')) { $script:MaxRuns = $method.maximumRuns }
  if (-not $Given.ContainsKey('Until') -and $null -ne $method.untilPercent) { $script:Until = $method.untilPercent.ToString($Invariant) }
  $script:Duration = $method.durationSeconds
  $script:WarmUp = $method.warmUpSeconds
  $script:Trial = $method.trialSeconds
  $script:Pause = $method.pauseSeconds
  $script:PacketBytes = $method.payloadBytes
  if ($method.loopback) { $script:AllowLoopback = $true }
  if ($kind -eq 'blocks') { $script:Blocks = $sessions[0].design.blocks }
  $states = @(Get-Records 'side')
  if ($kind -eq 'single' -and $Interface -eq '' -and $states.Count -gt 0) { $script:Interface = $states[-1].interface.name }
  if ($kind -eq 'interleaved' -and $A -eq '') {
    $script:A = ($states | Where-Object { $_.side -eq 'a' } | Select-Object -Last 1).interface.name
    $script:B = ($states | Where-Object { $_.side -eq 'b' } | Select-Object -Last 1).interface.name
  }
}

function Start-Session($Plan, $Sides, $Series) {
  $now = Get-Time
  $script:Done = @{}
  $script:Order = 0
  $script:TrialKey = ''
  $script:Trials = @()
  if ($Resume -ne '') {
    foreach ($repetition in (Get-Records 'repetition')) {
      $script:Done["$($repetition.block) $($repetition.side) $($repetition.series) $($repetition.repetition)"] = $true
      $script:Order = $repetition.order
    }
    Write-Note "resuming $script:Journal`: $script:Order repetitions are there"
  } else {
    $kind = if ($Blocks -gt 0) { 'blocks' } elseif ($Sides.Count -eq 2) { 'interleaved' } else { 'single' }
    $tools = @($Series | ForEach-Object { $_.tool } | Select-Object -Unique | ForEach-Object { [ordered]@{ name = $_; version = Get-ToolVersion $_ } })
    $session = [ordered]@{
      record = 'session'; format = 'vnic-atlas-result'; formatVersion = 2
      script = [ordered]@{ name = 'vnic-validate.ps1'; version = $ScriptVersion }
      label = $Label; startedAt = $now
      design = [ordered]@{ kind = $kind; unitOfReplication = $(if ($Blocks -gt 0) { 'block' } else { 'repetition' }); blocks = [math]::Max(1, $Blocks) }
      method = [ordered]@{
        tests = @($Test); directions = @($Direction); streams = @($Streams | ForEach-Object { [int]$_ }); runs = $Runs
        untilPercent = $(if ($Until -ne '') { [double]::Parse($Until.TrimEnd('%'), $Invariant) } else { $null }); maximumRuns = $MaxRuns
        durationSeconds = $Duration; warmUpSeconds = $WarmUp; trialSeconds = $Trial; pauseSeconds = $Pause; payloadBytes = $PacketBytes
        resolutionPercent = $Resolution; tools = ($Tool -join ' '); loopback = [bool]$AllowLoopback
      }
      guest = Get-Guest; hypervisor = Get-Hypervisor; tools = $tools; series = @($Plan); privateIncluded = [bool]$IncludePrivate
    }
    if ($IncludePrivate) { $session.private = [ordered]@{ hostName = $env:COMPUTERNAME; target = $Target; localAddress = $Sides.a.source } }
    Add-Line (ConvertTo-Line $session)
  }
  $script:Block = 1
  if ($Blocks -gt 0) {
    while ($script:Block -lt $Blocks -and @($script:Done.Keys | Where-Object { $_ -match "^$script:Block " }).Count -ge $Series.Count * $Runs) { $script:Block += 1 }
    $Sides.a.side = Get-BlockSide $script:Block
  }
  foreach ($side in $Sides.Values) {
    $state = Get-InterfaceState $side.name
    $earlier = Get-Records 'side' | Where-Object { $_.side -eq $side.side } | Select-Object -Last 1
    if ($earlier -and $earlier.interface.driver -ne $state.interface.driver) {
      Stop-Refused "side $($side.side) was measured with driver $($earlier.interface.driver) and now has $($state.interface.driver): this is another adapter. Put back the first one, or begin another session."
    }
    $peer = Get-Peer $side.address
    $side.peerNic = $peer.nic
    $line = [ordered]@{
      record = 'side'; side = $side.side; block = $script:Block; at = $now; adapter = $state.adapter; interface = $state.interface
      peer = $peer.settings
    }
    if ($IncludePrivate) { $line.macAddress = Get-Text $state.macAddress }
    Add-Line (ConvertTo-Line $line)
  }
}

function Measure-All($Series, $Sides, [double]$Limit) {
  $rounds = $Runs
  $clock = [Diagnostics.Stopwatch]::StartNew()
  $finished = 0
  Wait-Pause $Sides.a
  for ($script:Repetition = 1; $script:Repetition -le $rounds; $script:Repetition++) {
    $turn = if ($Sides.Count -eq 1) { @('a') } elseif ($script:Repetition % 2) { @('a', 'b') } else { @('b', 'a') }
    foreach ($name in $turn) {
      foreach ($one in $Series) {
        $side = $Sides[$name]
        if ($script:Done.ContainsKey("$script:Block $($side.side) $($one.series) $script:Repetition")) { continue }
        $remaining = $Series.Count * $Sides.Count * $rounds - $script:Order % [math]::Max(1, $Series.Count * $Sides.Count * $rounds)
        $each = if ($finished -gt 0) { $clock.Elapsed.TotalSeconds / $finished } else { $Duration + $WarmUp + $Pause }
        Write-Note "$($one.series), repetition $script:Repetition of $rounds, side $($side.side); about $([math]::Ceiling($remaining * $each / 60)) min left"
        Measure-Once $one $side
        $finished += 1
        Wait-Pause $side
      }
    }
    if ($script:Repetition -eq $rounds -and $Until -ne '' -and $rounds -lt $MaxRuns -and (Test-TooWide $Limit)) { $rounds += 1 }
  }
}

Main
