// The replacements of the normal form of names, part 2 of 2.
//
// tables.py wrote this file from the data of Unicode 17.0.0. Do not edit it.

extension NameTable {
  /// See `NameTable.readMappings`.
  static let mappings2: StaticString = """
    &%$hhr%%&%%dhr%%&&%Whr%|/'llt%&$'nlt%*$'nlt%,$'nlt%.$'nlt%0$'nlt%2$'nlt%4$'nlt%6$'nlt%8$'nlt%\
    :$'nlt%<))omt%i%f%$)qmt%k%h%$)smt%m%j%$)umt%o%l%$)wmt%q%n%$)ymt%s%p%$){mt%u%r%$)}mt%w%t%$)Qnt\
    %y%v%$)Snt%{%x%$)Unt%}%z%$)Wnt%Q&|%$)Ynt%S&P&$)[nt%U&R&$)^nt%W&T&$)`nt%Y&V&$)bnt%[&X&$)dnt%^&\
    Z&$)fnt%`&]&$)hnt%b&_&$)jnt%d&a&$)lnt%f&c&$)nnt%h&e&$)pnt%j&g&$)rnt%l&i&$)tnt%n&k&$)kih%yQ/|Q\
    /$%[lt%$%mkt%$'`lt%%$'gkt%)%&=$jlt%='cmt%?$'Zmt%5$'Pmt%@$'Rmt%#$)Zmt%#/$'|lt%J>'lnt%6$'nnt%4$\
    'pnt%-G'ppt%/g%'hnh%U%$'Slh%#$%Qlh%1%fS[%$%mv]%$%gr_%$'Qlh%}$$%_Sa%$%]c^%$%[SQ%$%pb^%$%dRa%$%\
    ]UZ%$%U`W%$%a[Z%$%|U`%$%^t[%$%k_`%$%hZZ%$%]X`%$%d]T%$%R`V%$%]bP%$%ue^%$%gn_%$%}wW%$%YQ[%$%qvZ\
    %$%fZa%$%UZa%$%`f}$$%qY]%$%nXa%$%Pr_%$%gzZ%$%PYP%$%kT[%$%yZU%$%x}T%$%`q_%$%ZQX%$%YzY%$%^zY%$%\
    V`V%$%lU`%$%g^_%$%iZ}$(){uh%wz0tz0$)}uh%wj*tj*$)Qvh%op*lp*$)Svh%e}-b}-$)Uvh%h`3e`3$)Wvh%pp/mp\
    /$)Yvh%Uy4Ry4$)[vh%tt+qt+$)^vh%Pf0{e0+%Sv[%$%rs_%rY$&-$Rbw%|wB%zav&$%Xbv&$%vav&$%zcb$$%WTv&$%\
    rPv&$%YPv&$%T{u&$%uuu&$%ftu&$%Rqu&$%Wru&$%|w|&$%cVa$$%plu&$%dlu&$%sku&$%|ju&$%`da$$%Sw|&$%uku\
    &$%Wju&$%dba$$%uiu&$%]iu&$%o[v&$%Piu&$%nhu&$%Zw<$%yeu&$%_eu&$%zu|&$%zbu&$%fbu&$%j`u&$%b`u&$%r\
    s|&$&%%z[u&%%qZu&$%tYu&$&%$`Yu&%%mXu&$%eVu&$%VVu&$%tUu&$%qTu&$&%%_Tu&%&%#_Tu&%%[X`$$%Wtm&$%WQ\
    u&$%]Pu&$%lx_$$%v}t&$%l}t&$%q|t&$%Pvt&$%kzt&$%zyt&$%ixt&$%Pvt&$%_rt&$%Yqt&$%]nt&$%lmt&$&%#Xlt\
    &%%`kt&$%kjt&$%]jt&$%nit&$%kYt&$%qft&$%mYt&$%fct&$%|at&$%agu&$%xrs&$%qQt&$%SPt&$%P}s&$%vTt&$%\
    e{s&$%i{s&$%Uvs&$%{g]$$%Tss&$%zrs&$%^rs&$%eqs&$%Vqs&$%`ns&$%WS]$$%]P]$$%`hs&$%^fs&$%ues&$%ais\
    &$%Tcs&$%pa|&$%Ua|&$%Q[s&$&%#oXs&%%V^[$$%yRs&$%PRs&$%bQs&$%yPs&$%d|Z$$%ePs&$%XPs&$%oWr&$%Q}r&\
    $%vZ|&$%azr&$%tyr&$%Xvr&$%gxr&$%R]Z$$%gpr&$%R]Z$$%onr&$%wnr&$%Vnr&$&%$pir&%%oS|&$%khr&$%qfr&$\
    %ver&$%zcr&$%mQ|&$%faY$$%jP|&$%{`r&$%w`r&$%s`r&$%z_r&$%|f8$%p]r&$&%#q{X$%%fdi&$&%#][r&%%s{{&$\
    %_QU$$%TUI$%nXr&$%^Xr&$%rz{&$%^Vr&$%STr&$%oSr&$%YRr&$%Yzq&$%Vw{&$%hx{&$%gyq&$%XRX$$%_wq&$%mqq\
    &$&%%gqq&%%kqq&$%koq&$%rnq&$%Xmq&$%wmq&$%cmq&$%akq&$%hjq&$%bjq&$%]iq&$%vhq&$%{eq&$%[bq&$%r`q&\
    $%]Zq&$%SPW$$%Y[q&$%V_q&$%bYq&$%ZXq&$%|Sq&$%WtV$$%^Qq&$%fUq&$%sVq&$%sm{&$%_|p&$%d{p&$%Tzp&$%v\
    {p&$%Zk{&$%_rp&$%Sqp&$%SsU$$%xkp&$%l_p&$%dgp&$%wc{&$%_dp&$%pd{&$%`f{&$%`ru&$%[ru&$%l_p&$%Tdp&\
    $%jvi&$%pYy&$%s^p&$%m^p&$%c^p&$%rZp&$%][p&$%jvT$$%db{&$%}Sp&$%ZYp&$%WPp&$%{{o&$%]oT$$%m{o&$%l\
    Rp&$%suo&$%T_{&$%uso&$%ioo&$%dlo&$%Qdo&$%hUT$$%wao&$%{X{&$%v^o&$%slS$$%n[o&$%qV{&$%cZo&$%eXo&\
    $&%$^Wo&%%fVS$$%[lZ$$%qQS$$%{Po&$%ukR$$%Pzn&$%dyn&$%PPo&$%]vn&$%itn&$%Rrn&$%gtn&$%srn&$%Vrn&$\
    %lqn&$%{gR$$%^un&$%Xjn&$%dgn&$%l{z&$%bcn&$%lcn&$%zSR$$%wln&$%_[n&$%t{Q$$%pyQ$$%iWn&$%fRn&$%qS\
    n&$%ySn&$%rwz&$%yQn&$%o}m&$%}}m&$%m{m&$%qoa$$%|tm&$%PYQ$$%Xqm&$%hxP$$%Rkm&$%hjm&$%aim&$%u]P$$\
    %_gm&$%dfm&$%j}O$%psO$%b[m&$%oZm&$%]lz&$%lYm&$&%#vkz&%%iRm&$%nQm&$%sPm&$%z}l&$%yzl&$%rgz&$%}v\
    l&$%^rN$%zul&$%^nN$%tsl&$%RhY$$%sll&$%oxM$%pwM$%hqM$%Z^z&$%r]z&$%ybl&$%ziM$%PjM$%_hM$%YgM$&%$\
    [al&%%^al&$%d_l&$%P[z&$%m[l&$%hZz&$%PWz&$%esL$%VSl&$%dPl&$%m{k&$%uSz&$%h[L$%muk&$%eVL$%kTL$%Z\
    sk&$%Xok&$%rPz&$%gkk&$%Tkk&$%zjk&$%PdK$&%#sUK%%Qdk&$%quy&$%bxJ$%jYk&$%fYk&$%[ty&$%ToJ$%v{j&$%\
    Poy&$%{zj&$%Y{j&$%|yj&$%|yI$%nuj&$%|jy&$%^qj&$%qnj&$%tkj&$%xhy&$%_[I$%}YI$%agy&$%kSI$%_^j&$%X\
    }H$%Y]j&$%sWj&$%_Wj&$%RkH$%wgH$%cSj&$%QbH$%tRj&$%[TU$$%dby&$%}}i&$%dzi&$%W`y&$%ywi&$%bls&$%qx\
    G$%VxG$%`RU$$%}QU$$%goi&$%coi&$%pZf&$%`[y&$%]ii&$%kii&$%vhi&$%Qnu&$&%%Qhi&%%kgi&$%uei&$%o}F$%\
    {ei&$%gci&$%d`i&$%X]i&$%aci&$%j[i&$%rYi&$%uTi&$%cai&$&%%W[i&%%eZi&$%VsF$%eeF$%WlF$%zSy&$&%%a|\
    h&%%uzh&$%ZwD$%dwh&$%wPF$%PRy&$%xQy&$%SyE$%]lE$%jQy&$%[mh&$%slh&$&%%_lh&%%fih&$%}jh&$%Seh&$%S\
    gh&$%c`h&$%Rdh&$%Uah&$%|_h&$%`{x&$%P[h&$%mYh&$%|yx&$%gUh&$%cUh&$%nYD$%`Ph&$%SPh&$%jwx&$%z|g&$\
    %g]}&$%PnC$%xeC$%pqx&$%`qx&$%djg&$%Rgg&$%U`g&$%VVg&$%UnB$%cRg&$%fQg&$%h{f&$%fwf&$%kPB$%gVa$$%\
    xsf&$%ktf&$%_rf&$%}z`$$%]hf&$%xcf&$%d`@$%]_@$%iSf&$%e}e&$%S|e&$%XP@$%q{e&$%Toe&$&%$She&%%Yle&\
    $%_Ze&$%UYe&$%|t>$%kvd&$%yQx&$%qtd&$%Yd>$%d|w&$%{hd&$%]|r&$%sdd&$%Vf=$%q[=$%nvw&$%`vw&$%k[d&$\
    %ws<$%usw&$%qm<$&%#wYd&%%lXd&$%Ta<$%fPd&$%bnw&$%c{c&$%wuc&$%ptc&$%Src&$%qgw&$%V}:$%{ec&$%jWc&\
    $%Y}b&$%j[w&$%ZZw&$%mxb&$%ij9$%xYw&$%Xh9$%e[9$%oU9$%tib&$%zUw&$%Ugb&$%{fb&$%ofb&$%]fb&$%Pfb&$\
    %cdb&$%P]8crz*$QQ%#
    """
}
